import { isMark } from '../wording/word-classes.ts'
import { anyOf } from '../wording/words.ts'
import { type Clause, withWords, wordsOf } from './clause.ts'
import type { MarkedMessage } from './marked-message.ts'
import { detailsOf } from './details.ts'
import { searchWords } from './nouns.ts'
import type { ChangeWish, ItemWish } from './wish.ts'

const MORE =
  /^(?:(?:\d+|show|give|list|get|see|load|can|could|i|have|me|us|some|a|few|any|the|want|need|you|is|are|there|got|please|and|bit|what|know|tell|ok|yes|would|like|to|anything|something|who|which|let|all|but) )*(?:more|others?|another|next|rest|longer|else|keep going|go on|continue|expand|remaining|further)(?: (?:of|them|those|these|please|products?|launches|results|ones?|options|apps|tools|like|that|this|list|page|there|items|entries|one|few|are|is|too|though))*$/
const AGAIN =
  /^(?:(?:please|and|ok|can|could|you|do|show|run|that|it|me|the|same|try|list) )*(?:again|once more|one more time|repeat|refresh|reload|update|retry|same)(?: (?:that|it|please|again|the list|thing|one|the last one))*$/
const OTHERWISE =
  /^(?:(?:and|ok|okay|so|now|hm+|then|well|no|yes|cool|great|nice|thanks|also|but) )*(?:what about|how about|what of|how is it for|and|same (?:thing |question |one |again )?(?:but )?(?:for|with|in|on|of)|and for|now for|now with|try|or|but for|but in|what if|instead|only|just|rather|make (?:it|that)|change (?:it |that )?to|switch (?:it )?to|i mean(?:t)?|no i mean(?:t)?|actually|sorry i mean(?:t)?|for|in|with|about|now)\b/
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const ORDINAL = anyOf(ORDINALS.join(' '))
const ITEM = new RegExp(
  `(?:^|\\b(?:about|is|of|for|on|to|and|explain|open|describe|did|does|made|like|link|details|who|show me|give me|tell me|what|visit|see|the|pick|try) )(?:the |number |no |#\\s?|option |item |product |result )*(?:(${ORDINAL}|last|top|winner|\\d{1,2}(?:st|nd|rd|th))(?: (?:one|product|result|item|launch|app|tool|place|entry|guy|thing|spot|of (?:them|those|these)))?|(?:#|number |no\\.? )\\s?(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten))$`,
)
const ABOUT_ITEM =
  /\b(?:more|about|tell|details?|link|url|website|info|information|what is|what about|who made|open|describe|explain|and|how many|why|comments|does|do|visit|first|second|third|fourth|fifth|tagline)\b/

/** The same again, or more of it. */
export function repetition(clause: Clause, message: MarkedMessage): ChangeWish | undefined {
  const text = withWords(clause.text, message).replace(/[^\p{L}\p{N} ]+/gu, ' ').replace(/\s+/g, ' ').trim()
  if (MORE.test(text)) return { kind: 'change', more: true }
  return AGAIN.test(text) ? { kind: 'change' } : undefined
}

/** What only makes sense beside an earlier request: "what about invoicing?" */
export function changeOf(clause: Clause): ChangeWish | undefined {
  const text = plain(clause)
  if (!OTHERWISE.test(text)) return undefined
  const words = searchWords(wordsOf(text.replace(OTHERWISE, ' ')))
  return words === '' ? undefined : { kind: 'change', ...detailsOf(clause), words }
}

/** "the second one", "tell me more about number 3". */
export function itemOf(text: string): ItemWish | undefined {
  const match = ITEM.exec(
    text
      .replace(/[?!.,]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  if (!match || !ABOUT_ITEM.test(text)) return undefined
  const [, ordinal, number] = match
  return { kind: 'item', place: ordinal ? placeOf(ordinal) : numberPlace(number ?? '') }
}

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ')

function placeOf(ordinal: string): number {
  if (ordinal === 'last') return -1
  const at = ORDINALS.indexOf(ordinal)
  return at < 0 ? (Number.parseInt(ordinal, 10) || 1) - 1 : at
}

function numberPlace(number: string): number {
  const at = NUMBERS.indexOf(number)
  return at < 0 ? Number(number) - 1 : at
}

function plain({ text }: Clause): string {
  return text
    .split(/[^\p{L}\p{N}\uE000-\uE2FF+#/-]+/u)
    .filter((word) => word !== '' && !isMark(word))
    .join(' ')
}
