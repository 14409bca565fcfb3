import { withoutCourtesy } from '../wording/courtesy.ts'
import { TIME } from '../wording/marks.ts'
import { phrases } from '../wording/phrases.ts'
import { anyOf } from '../wording/words.ts'
import { type Clause, createClause } from './clause.ts'
import { startsWithHead } from './head.ts'
import type { MarkedMessage } from './marked-message.ts'

const SENTENCE = /[^.!?;]*(?:[.](?!\s|$)[^.!?;]*)*[.!?;]*/g
const JOINT = new RegExp(
  `(,? ${anyOf(`
    and_then and_also as_well_as along_with compared_to compared_with and then also plus but vs\\.?
    versus &
  `)} |[,:] | - )`,
)

const LEAD = [
  'also|then|now|please|maybe|finally|after_that|can_you|could_you|would_you|the|my|your|i|we|want',
  'need|would|like|to|see|know|have|show|me|us|give|tell|what|who|which|is|are|was|were|about|some',
  'get|list|let',
].join('|')
const LEADING = phrases(`^ {${LEAD}} (?=\\S)`)

const REQUEST = phrases(`
  ^ {${LEAD}|help} search|find|recommend|suggest
  ^ {${LEAD}|help} look(ing)? for
  ^ {also|then|please|maybe|and} is_there|are_there|do_you_have|do_you_know
  ^ {also|then|please|maybe|and} i need|want an?
  ^ {also|then|please|maybe|and} i am looking
  ^ {${LEAD}|throw|fire|launch|bring|drop|trigger|shoot|make|with|a|bit|of|should|time} confetti
  ^ {${LEAD}|throw|fire|launch|bring|drop|trigger|shoot|make|with|a|bit|of|should|time} party
  ^ {${LEAD}|should|time} celebrate|hooray|hurray|woohoo|yay|it_rain
`)
const TIME_FIRST = new RegExp(
  `^(?:(?:for|on|in|of|from|during|the|same|those|that|also|then) )*${TIME}`,
)
const HAS_TIME = new RegExp(TIME)

/** More than anybody means to be answered at once. Each one is read in many ways. */
export const MAX_CLAUSES = 24

/** The message cut into clauses, where each side of a cut can be understood by itself. */
export function clausesOf(message: MarkedMessage): Clause[] {
  return sentences(message.text)
    .flatMap(({ text, end }) => joined(text).map((part) => ({ part, end })))
    .slice(0, MAX_CLAUSES)
    .map(({ part, end }) => createClause(part, end, message))
}

function sentences(text: string) {
  return [...text.matchAll(SENTENCE)]
    .map(([sentence]) => {
      const body = withoutCourtesy(sentence.replace(/[.!?;]+$/, '').trim())
      const end = sentence.slice(sentence.trimEnd().search(/[.!?;]*$/))
      return { text: body, end: end.includes('?') ? '?' : end.includes('!') ? '!' : '' }
    })
    .filter(({ text }) => text !== '')
}

/** Parts that do not stand by themselves belong to the part before: "notes and todos". */
function joined(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(JOINT)
  const parts = [first]
  for (let at = 0; at < rest.length; at += 2) {
    const [joint = '', part = ''] = [rest[at], rest[at + 1]]
    const before = parts.at(-1) ?? ''
    if (standsAlone(part.trim(), before)) parts.push(part)
    else parts[parts.length - 1] = `${before}${joint}${part}`
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

function standsAlone(part: string, before: string): boolean {
  if (before.trim() === '') return true
  if (TIME_FIRST.test(part) && HAS_TIME.test(before)) return true
  return REQUEST.test(part) || startsWithHead(part.replace(LEADING, ''))
}
