/** Nobody asks a question longer than this. The rest is not read, so that time stays bounded. */
const MAX_CHARACTERS = 1000

const YEAR = '(?:19|20)\\d\\d'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'

/** Marks between two ends of a range, which would be read as parts of one number. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'

const RANGES = [
  /(?<=\d{4}-\d\d-\d\d(?:t[\d:.]+z)?) ?(?:\/|\.\.) ?(?=\d{4}-\d\d-\d\d)/gi,
  /(?<=\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?) ?- ?(?=\d{1,2}\/\d{1,2})/g,
  new RegExp(`(?<=\\b${MONTH}) ?- ?(?=${MONTH}\\b)|(?<=\\b${WEEKDAY})-(?=${WEEKDAY}\\b)`, 'gi'),
  new RegExp(`(?<=\\b${YEAR}) ?- ?(?=${YEAR}\\b(?!-))`, 'g'),
  new RegExp(`(?<=(?<![\\d/.-])${DAY}) ?- ?(?=${DAY}(?![\\d/-]|\\.\\d))`, 'gi'),
]

/** What was typed, with one kind of quote, dash and space, and nothing drawn out ("heyyyy"). */
export function normalizeText(text: string): string {
  // One character may stand for eighteen others, and is put in their place.
  const plain = cut(cut(text).toWellFormed().normalize('NFKC'))
  const plainText = plain
    .replace(/^\s*(?:[-*\u2022]|\d+[.)])\s+/gm, '')
    .replace(/\s*\n\s*/g, ' . ')
    .replace(/(?:[\p{Co}\p{Cc}\p{Cf}]|\uFE0F|\uFFFD)/gu, ' ')
    .replace(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replace(/["\u201C-\u201F\u00AB\u00BB\u00BF\u00A1*]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/->|[\u2192\u21D2]/g, ' to ')
    .replace(/[?&](?=[a-z_]+=)/gi, ' ')
    .replace(/(^|\s)@\w+[,:]?/g, ' ')
    .replace(/([a-z])\1{2,}/gi, '$1$1')
    .replace(/(?<=^|\s)'(?=\d\d\b)/g, '20')
    .replace(/(?<=^|\s)-(?=\d)/g, 'minus ')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(/\b((?:this|last|previous|current|past) (?:week|month|year))s\b/gi, '$1')
  const ranged = RANGES.reduce((all, pattern) => all.replace(pattern, ' to '), plainText)
  return cut(ranged.replace(/\s+/g, ' ').trim())
}

function cut(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}
