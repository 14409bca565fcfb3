/** Longer than any real question. The rest is ignored, which bounds the time that one takes. */
export const MAX_MESSAGE_CHARACTERS = 1000

const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'
/** The words after a group of things, rather than a name: "pair of apps", "pair programming". */
const OF_THINGS =
  '(?: of\\b|(?=$| ?[^\\p{L}\\s]| (?:days?|weeks?|months?|years?|hours?|this|last|today|please|from|products?|launches|apps?|tools?|more|best|top)\\b))'

/** Patterns, each with what takes the place of its matches; applied in order. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  // Commands ("/top@launchbot 5"), mentions, hashtags but no colors, bullets.
  [/^[/!](\w+)(?:@\w+)?/, '$1'],
  [/(^|\s)@\w+[,:]?/gi, ' '],
  [/#(?![\da-f]{3}(?:[\da-f]{3})?\b)(?=\p{L})/giu, ' '],
  [/^\s*(?:[-*\u2022]|\d+[.)])\s+/gm, ''],
  [/\s*\n\s*/g, ' . '],
  // Characters that are invisible or none, but joiners; then quotes and dashes.
  [/(?:(?![\u200C\u200D])[\p{Co}\p{Cc}\p{Cf}]|\uFE0F|\uFFFD)/gu, ' '],
  [/[\u2018\u2019\u02BC`\u00B4]/g, "'"],
  [/["\u201C-\u201F\u00AB\u00BB\u00BF\u00A1*]/g, ' '],
  [/[\u2010-\u2015\u2212]/g, '-'],
  // ":)", "soooo", "'26", a quote after a letter, "1,000".
  [/(?<=\s|^)[:;]-?[()DP](?=\s|$)/g, ' '],
  [/([a-z])\1{2,}/gi, '$1$1'],
  [/'(?=\d\d\b)/g, ' 20'],
  [/'(?!\p{L})/gu, ''],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
  // "May" is a month.
  [/\bhow may\b(?! (?:i|we|you)\b)/gi, 'how many'],
  // Groups of things.
  [/\bhalf a dozen\b(?: of)?/gi, '6'],
  [/\b(?:a )?dozen\b(?: of)?/gi, '12'],
  [new RegExp(`\\b(?:a )?(?:couple|pair)${OF_THINGS}`, 'giu'), '2'],
  [/\ba few(?: of)?\b|(?<=last |past )few\b/gi, '3'],
  [new RegExp(`\\b(?:a )?(?:handful|several)${OF_THINGS}`, 'giu'), '5'],
  // Ranges, which would otherwise be tokenized as one number.
  [/(?<=\d{4}-\d\d-\d\d) ?(?:\/|\.\.) ?(?=\d{4}-\d\d-\d\d)/gi, ' to '],
  [/(?<=\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?) ?- ?(?=\d{1,2}\/\d{1,2})/g, ' to '],
  [new RegExp(`(?<=\\b(?:${MONTH}|${WEEKDAY})) ?- ?(?=(?:${MONTH}|${WEEKDAY})\\b)`, 'gi'), ' to '],
  [new RegExp(`(?<=(?<![\\d/.-])${DAY}) ?- ?(?=${DAY}(?![\\d/-]|\\.\\d))`, 'gi'), ' to '],
  [/\s+/g, ' '],
]

/** Unifies quotes, dashes, spaces and ways to write ranges, and removes markup. */
export function normalizeText(text: string): string {
  // NFKC can expand one character to eighteen, so the result is truncated again.
  const unicode = truncated(truncated(text).toWellFormed().normalize('NFKC')).trim()
  const rewritten = REWRITES.reduce(
    (all, [pattern, replacement]) => all.replace(pattern, replacement),
    unicode.replace(/[^\S\n]+/g, ' '),
  )
  return truncated(rewritten.trim())
}

function truncated(text: string): string {
  return text.slice(0, MAX_MESSAGE_CHARACTERS)
}
