import { wordSet, ZONE_PLACES } from './lexicon.ts'

/** Longer than any real question. The rest is ignored to bound the processing time. */
const MAX_CHARACTERS = 1000

const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'

/** Separators between the two ends of a range, which would otherwise be tokenized as one number. */
const RANGE_SEPARATORS = [
  /(?<=\d{4}-\d\d-\d\d(?:t[\d:.]+z)?) ?(?:\/|\.\.) ?(?=\d{4}-\d\d-\d\d)/gi,
  /(?<=\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?) ?- ?(?=\d{1,2}\/\d{1,2})/g,
  new RegExp(`(?<=\\b${MONTH}) ?- ?(?=${MONTH}\\b)|(?<=\\b${WEEKDAY})-(?=${WEEKDAY}\\b)`, 'gi'),
  /(?<=\b(?:19|20)\d\d) ?- ?(?=(?:19|20)\d\d\b(?!-))/g,
  new RegExp(`(?<=(?<![\\d/.-])${DAY}) ?- ?(?=${DAY}(?![\\d/-]|\\.\\d))`, 'gi'),
]

/** Whom a message calls by name: "hey Claude, …", "hi all! …". */
const CALL =
  /^((?:hey|heya|hi|hiya|hello|yo|howdy|dear)) @?(\p{L}[\w-]*)(?=\s?[,!:.]\s*[\p{L}\p{N}])/iu

/** The name at the end of a letter: "Thanks, Dana", "Kind regards, Dr. Okafor". */
const SIGNATURE = new RegExp(
  '((?<=\\S\\s*[\\n,.!?-]\\s*)(?:(?:[Kk]ind |[Bb]est |[Ww]arm )?[Rr]egards|[Tt]hanks|[Tt]hank you|[Tt]hx|' +
    '[Cc]heers|[Bb]est(?: wishes)?|[Gg]reetings|[Ss]incerely))\\s*[,\\n]\\s*' +
    '(?:(?:Dr|Mr|Ms|Mrs)\\.? )?(\\p{Lu}\\p{L}+)(?: \\p{Lu}\\p{L}*)?\\.?$',
  'u',
)

const CALLED = wordSet(
  'all team everyone everybody folks guys friends bot there assistant launchbot',
)

/** Capitalized, and no place or day: "hey Tokyo, …" asks for a time zone. */
function isName(word: string): boolean {
  const lower = word.toLowerCase()
  const isOther = ZONE_PLACES.has(lower) || /day$|^(?:thanks|confetti)$/.test(lower)
  return CALLED.has(lower) || (/^\p{Lu}/u.test(word) && !isOther)
}

/** Unifies quotes, dashes and spaces, removes markup, and shortens repeated letters ("heyyyy"). */
export function normalizeText(text: string): string {
  // NFKC can expand one character to eighteen, so the result is truncated again.
  const unicode = truncate(truncate(text).toWellFormed().normalize('NFKC'))
  const plainText = unicode
    .trim()
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/^[/!](\w+)(?:@\w+)?/, '$1')
    .replace(CALL, (call, greeting, name) => (isName(name) ? greeting : call))
    .replace(SIGNATURE, (whole, closing, name) => (isName(name) ? closing : whole))
    .replace(/#(?![\da-f]{3}(?:[\da-f]{3})?\b)(?=\p{L})/giu, ' ')
    .replace(/(?<=^|[,.!;] ?)of course\b(?=\s*(?:[,.!?;]|$))/gi, ' ')
    .replace(/(?<=^\s*1\).*\s)[2-9]\)(?=\s)/g, '.')
    .replace(/^\s*(?:[-*\u2022]|\d+[.)])\s+/gm, '')
    .replace(/\s*\n\s*/g, ' . ')
    .replace(/(?:[\p{Co}\p{Cc}\p{Cf}]|\uFE0F|\uFFFD)/gu, ' ')
    .replace(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replace(/["\u201C-\u201F\u00AB\u00BB\u00BF\u00A1*]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/->|[\u2192\u21D2]/g, ' to ')
    .replace(/[?&](?=[a-z_]+=)/gi, ' ')
    .replace(/(^|\s)@\w+[,:]?/g, ' ')
    .replace(/(^|\s)(?:u+h*m+|u+h+|erm+)[,.]*(?=\s)/gi, ' ')
    .replace(/([a-z])\1{2,}/gi, '$1$1')
    .replace(/'(?=\d\d\b)/g, ' 20')
    .replace(/'(?!\p{L})/gu, '')
    .replace(/(?<=^|\s)-(?=\d)/g, 'minus ')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(/(?<!\bday[ -])\b(to|yester)[ -](day)\b|\b(week) (end)\b/gi, '$1$2$3$4')
    .replace(/\bw\/(?=\s)/gi, 'with')
    .replace(/\bto do(?= (?:list|app)s?\b)/gi, 'to-do')
    .replace(/\b(top[ -](?:\d+|three|five|ten|twenty))s\b/gi, '$1')
  const ranged = RANGE_SEPARATORS.reduce((all, pattern) => all.replace(pattern, ' to '), plainText)
  return truncate(ranged.replace(/\s+/g, ' ').trim())
}

function truncate(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}
