import { TIME } from '../wording/marks.ts'
import { type Clause, createClause } from './clause.ts'
import type { MarkedMessage } from './marked-message.ts'
import { HEAD } from './patterns.ts'

const SENTENCE = /[^.!?;]*(?:[.](?!\s|$)[^.!?;]*)*[.!?;]*/g
const JOINT =
  /(,? (?:and then|and also|as well as|along with|compared (?:to|with)|and|then|also|plus|but|vs\.?|versus|&) |[,:] | - )/

const LEAD =
  '(?:(?:also|then|now|please|maybe|finally|after that|can you|could you|would you|the|my|your|i|we|want|need|would|like|to|see|know|have|show|me|us|give|tell|what|who|which|is|are|was|were|about|some|get|list|let) )*'
const STANDS_ALONE = [
  new RegExp(`^${LEAD}${HEAD.source}`),
  /^(?:(?:also|then|please|maybe|finally|can you|could you|and|i want to|i would like to|help me) )*(?:search|find|look(?:ing)? for|recommend|suggest|is there|are there|do you (?:have|know)|i need an?|i want an?|i am looking)\b/,
  /^(?:(?:also|then|please|some|a|the|bit|of|throw|fire|launch|bring|drop|give|me|us|show|let|we|should|time|to|trigger|shoot|make|with|can|you|could) )*(?:confetti|celebrate|party|hooray|hurray|woohoo|yay|it rain)\b/,
]
const TIME_FIRST = new RegExp(
  `^(?:(?:for|on|in|of|from|during|the|same|those|that|also|then) )*${TIME}`,
)
const HAS_TIME = new RegExp(TIME)

/** The message cut into clauses, where each side of a cut can be understood by itself. */
export function clausesOf(message: MarkedMessage): Clause[] {
  return sentences(message.text).flatMap(({ text, end }) =>
    joined(text).map((part) => createClause(part, end, message)),
  )
}

function sentences(text: string) {
  return [...text.matchAll(SENTENCE)]
    .map(([sentence]) => {
      const body = sentence.replace(/[.!?;]+$/, '').trim()
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
  return STANDS_ALONE.some((pattern) => pattern.test(part))
}
