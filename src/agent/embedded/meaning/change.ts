import { phrases } from '../wording/phrases.ts'
import { isMark } from '../wording/word-classes.ts'
import { type Clause, withWords, wordsOf } from './clause.ts'
import { detailsOf } from './details.ts'
import type { MarkedMessage } from './marked-message.ts'
import { searchWords } from './nouns.ts'
import type { ChangeWish } from './wish.ts'

const ASKING = [
  '\\d+|show|give|list|get|see|load|can|could|i|have|me|us|some|a|few|any|the|want|need|you|is|are',
  'there',
  'got|please|and|bit|what|know|tell|ok|yes|would|like|to|anything|something|who|which|let|all|but',
].join('|')
const OBJECT = [
  'of|them|those|these|please|products?|launches|results|ones?|options|apps|tools|like|that|this',
  'list',
  'page|there|items|entries|few|are|is|too|though',
].join('|')

const MORE = phrases(`
  ^ {${ASKING}} more|others?|another|next|rest|longer|else|remaining|further {${OBJECT}} $
  ^ {${ASKING}} keep_going {${OBJECT}} $
  ^ {${ASKING}} go_on|continue|expand {${OBJECT}} $
`)
const AGAIN = phrases(`
  ^ {${ASKING}|do|run|it|same|try} again|once_more|one_more_time|repeat {that|it|please|the_list} $
  ^ {${ASKING}|do|run|it|same|try} refresh {that|it|please|the_list} $
  ^ {${ASKING}|do|run|it|try} reload|update|retry|same {that|it|please|again|the_list|thing|one} $
`)

const LINK = 'and|ok|okay|so|now|hm+|then|well|no|yes|cool|great|nice|thanks|also|but|sorry'
const OTHERWISE = phrases(`
  ^ {${LINK}} what_about|how_about|what_of|what_if|instead|only|just|rather|actually|try|or
  ^ {${LINK}} same [thing|question|one|again] [but] for|with|in|on|of
  ^ {${LINK}} make|change|switch [it|that] to
  ^ {${LINK}} i mean|meant
  ^ {${LINK}} make it|that
  ^ {${LINK}} for|in|with|about
  ^ and|now {${LINK}}
`)

/** The same again, or more of it. */
export function repetition(clause: Clause, message: MarkedMessage): ChangeWish | undefined {
  const text = withWords(clause.text, message)
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
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

function plain({ text }: Clause): string {
  return text
    .split(/[^\p{L}\p{N}\uE000-\uE2FF+#/-]+/u)
    .filter((word) => word !== '' && !isMark(word))
    .join(' ')
}
