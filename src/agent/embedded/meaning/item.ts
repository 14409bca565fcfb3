import { phrases, phrasesSource } from '../wording/phrases.ts'
import { words } from '../wording/words.ts'
import type { ItemWish } from './wish.ts'

const ORDINALS = words('first second third fourth fifth sixth seventh eighth ninth tenth')
const NUMBERS = words('one two three four five six seven eight nine ten')

const PLACE = `(?<ordinal>${ORDINALS.join('|')}|last|top|winner|\\d{1,2}(?:st|nd|rd|th))`
const NUMBER = `(?:#|number |no\\.? )\\s?(?<number>\\d{1,2}|${NUMBERS.join('|')})`
const THING = phrasesSource(
  'one|product|result|item|launch|app|tool|place|entry|guy|thing|spot|of_them|of_those|of_these',
)
const BEFORE = phrasesSource(`
  about|is|of|for|on|to|and|explain|open|describe|did|does|made|like|link|details|who|show_me
  give_me
  tell_me|what|visit|see|the|pick|try
`)

/** One of a list, by its place, at the end of what was typed. */
const ITEM = new RegExp(
  `(?:^|${BEFORE} )(?:(?:the|number|no|option|item|product|result) )*` +
    `(?:${PLACE}(?: ${THING})?|${NUMBER})$`,
)
const ABOUT = phrases(`
  more|about|tell|details?|link|url|website|info|information|what_is|what_about|who_made|open
  describe
  explain|and|how_many|why|comments|does|do|visit|first|second|third|fourth|fifth|tagline
`)

/** "the second one", "tell me more about number 3". */
export function itemOf(text: string): ItemWish | undefined {
  const plain = text
    .replace(/[?!.,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const { ordinal, number } = ITEM.exec(plain)?.groups ?? {}
  const place = ordinal ? placeOf(ordinal) : number ? placeNumbered(number) : undefined
  return place !== undefined && ABOUT.test(plain) ? { kind: 'item', place } : undefined
}

function placeOf(ordinal: string): number {
  if (ordinal === 'last') return -1
  const at = ORDINALS.indexOf(ordinal)
  return at < 0 ? (Number.parseInt(ordinal, 10) || 1) - 1 : at
}

function placeNumbered(number: string): number {
  const at = NUMBERS.indexOf(number)
  return at < 0 ? Number(number) - 1 : at
}
