import { withoutNames } from './names.ts'
import { type Rewrites, rewrite } from './rewrite.ts'

/** Longer than any real question. The rest is ignored to bound the processing time. */
export const MAX_MESSAGE_CHARACTERS = 1000

const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'

const REWRITES: Rewrites = [
  // HTML, commands ("/top@launchbot 5"), hashtags but no colors.
  [/<\/?[a-z][^<>]*>/gi, ' '],
  [/^[/!](\w+)(?:@\w+)?/, '$1'],
  [/#(?![\da-f]{3}(?:[\da-f]{3})?\b)(?=\p{L})/giu, ' '],
  [/(?<=^|[,.!;] ?)of course\b(?=\s*(?:[,.!?;]|$))/gi, ' '],
  // Lists: "1) … 2) …" within a line, bullets and numbers at the start of lines.
  [/(?<=^\s*1\).*\s)[2-9]\)(?=\s)/g, '.'],
  [/^\s*(?:[-*\u2022]|\d+[.)])\s+/gm, ''],
  [/\s*\n\s*/g, ' . '],
  // Characters that are invisible or none, then quotes, dashes and arrows.
  [/(?:[\p{Co}\p{Cc}\p{Cf}]|\uFE0F|\uFFFD)/gu, ' '],
  [/[\u2018\u2019\u02BC`\u00B4]/g, "'"],
  [/["\u201C-\u201F\u00AB\u00BB\u00BF\u00A1*]/g, ' '],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/->|[\u2192\u21D2]/g, ' to '],
  // "Hot atm", but "an ATM locator"; "last mo", but "how is Mo".
  [
    /(?<!\b(?:an|the|any|nearest) )\batm\b(?! (?:locat|card|machine|fee|find|map|with)\w*)/gi,
    'right now',
  ],
  [/(?<=\b(?:this|last|past) )mo\b/gi, 'month'],
  // "?limit=5", "@launchbot", "uhm".
  [/[?&](?=[a-z_]+=)/gi, ' '],
  [/(^|\s)(?:cc:? )?@\w+[,:]?/gi, ' '],
  [/(^|\s)(?:u+h*m+|u+h+|erm+)[,.]*(?=\s)/gi, ' '],
  [/([a-z])\1{2,}/gi, '$1$1'],
  // "'26", a quote after a letter, "-5", "1,000".
  [/'(?=\d\d\b)/g, ' 20'],
  [/'(?!\p{L})/gu, ''],
  [/(?<=^|\s)-(?=\d)/g, 'minus '],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
  // "Looking 4 an app", "something 2 track habits".
  [
    /\b(looking(?= 4 (?:an?|some|any|my)\b)|apps?|tools?|anything|something|gift|ideas?) 4 (?=\p{L})(?!(?:today|yesterday|this|last|past|the|in|from|on|max|only|now|please|pls|plz|of|or|and)\b)/giu,
    '$1 for ',
  ],
  [
    /\b(app|tool|anything|something|how|way|want|trying) 2 (?=(?!of|in|from|for|please|pls|apps|tools|more)[a-z]+\b)/gi,
    '$1 to ',
  ],
  // "To day", "week-end", "w/", "to do list", "top 5s".
  [/(?<!\bday[ -])\b(to|yester)[ -](day)\b|\b(week) (end)\b/gi, '$1$2$3$4'],
  [/\bw\/(?=\s)/gi, 'with'],
  [/\bto do(?= (?:list|app)s?\b)/gi, 'to-do'],
  [/\b(top[ -](?:\d+|three|five|ten|twenty))s\b/gi, '$1'],
  // Ranges, which would otherwise be tokenized as one number.
  [/(?<=\d{4}-\d\d-\d\d(?:t[\d:.]+z)?) ?(?:\/|\.\.) ?(?=\d{4}-\d\d-\d\d)/gi, ' to '],
  [/(?<=\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?) ?- ?(?=\d{1,2}\/\d{1,2})/g, ' to '],
  [new RegExp(`(?<=\\b${MONTH}) ?- ?(?=${MONTH}\\b)`, 'gi'), ' to '],
  [new RegExp(`(?<=\\b${WEEKDAY})-(?=${WEEKDAY}\\b)`, 'gi'), ' to '],
  [/(?<=\b(?:19|20)\d\d) ?- ?(?=(?:19|20)\d\d\b(?!-))/g, ' to '],
  [new RegExp(`(?<=(?<![\\d/.-])${DAY}) ?- ?(?=${DAY}(?![\\d/-]|\\.\\d))`, 'gi'), ' to '],
  [/\s+/g, ' '],
]

/** Unifies quotes, dashes and spaces, removes markup, and shortens repeated letters ("heyyyy"). */
export function normalizeText(text: string): string {
  // NFKC can expand one character to eighteen, so the result is truncated again.
  const unicode = truncate(truncate(text).toWellFormed().normalize('NFKC'))
  return truncate(rewrite(withoutNames(unicode.trim()), REWRITES).trim())
}

function truncate(text: string): string {
  return text.slice(0, MAX_MESSAGE_CHARACTERS)
}
