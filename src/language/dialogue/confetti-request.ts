import type { Token } from '../normalise/tokens.ts'
import { confettiArguments } from '../slots/confetti.ts'
import type { Reading } from './reading.ts'
import type { ConfettiRequest } from './request.ts'

const MAX_REASON = 80

/** Asks for confetti, and is no reason for it. */
const REQUEST =
  /\b(?:\w*confet+i\w*|fireworks|celebrate|throw|fire|shoot|drop|trigger|send|pop|make it rain|pieces|particles|(?:particle)?count|spread|velocity|ticks|sound|colou?rs?)\b/iu
/** The reason that such a request names: "confetti for our first customer". */
const NAMED =
  /\b(?:because|since|for (?!(?:me|us|you|it|this|that|them|everyone|everybody|all|fun|now|today|the team|a (?:bit|while|second|moment|minute))\b)|celebrate (?!(?:with|it|this|that|now|please)\b)) *(\p{L}.*)$/iu
const CLOSING = /(?:[ ,]+(?:please|pls|plz|now|thanks|thx|with (?:\w+ )*confetti))+$/iu
const NO_REASON = /^(?:please|pls|thanks|now|ok|hey|hi|yes|again|more)?$/i

/** @param isOnly whether the message asks for nothing else, so that the rest of it is the reason */
export function confettiRequest(
  { tokens, items, slots }: Reading,
  message: string,
  isOnly: boolean,
): ConfettiRequest {
  const asked = items.flatMap(({ at }) => tokens[at] ?? [])
  const isExplicit = asked.some(
    ({ text }) => REQUEST.test(text) || /\p{Emoji_Presentation}/u.test(text),
  )
  // The count and the time of another request are no arguments.
  const taken = [...slots.counts, ...slots.times]
  const free = tokens.filter((_, at) => !taken.some(({ from, to }) => from <= at && at < to))
  const args = isExplicit ? confettiArguments(clausesWith(REQUEST, isOnly ? tokens : free)) : {}
  const reason = isOnly ? reasonIn(message) : ''
  return { kind: 'confetti', args: reason ? { reason, ...args } : args }
}

/** "We got a 5 star review, throw confetti" asks for no stars. */
function clausesWith(pattern: RegExp, tokens: readonly Token[]): Token[] {
  const ends = tokens.flatMap(({ text }, at) => (/^[.?!;:]$/.test(text) ? [at + 1] : []))
  const starts = [0, ...ends]
  const clauses = starts.map((start, at) => tokens.slice(start, starts[at + 1]))
  return clauses.filter((clause) => clause.some(({ text }) => pattern.test(text))).flat()
}

/** The reason to celebrate: clauses that do not ask for confetti, or the reason that those name. */
function reasonIn(message: string): string {
  const clauses = message.split(/[^\p{L}\p{N}\p{M}\p{Cf} #%$&'’-]+/u).map((clause) => clause.trim())
  const reasons = clauses.flatMap((clause) =>
    REQUEST.test(clause) ? (NAMED.exec(clause)?.[1] ?? []) : clause,
  )
  return reasons
    .map((text) =>
      text
        .replace(CLOSING, '')
        .replace(/^(?:and|so|then|but)\b/i, '')
        .trim(),
    )
    .filter((text) => !NO_REASON.test(text))
    .join(', ')
    .slice(0, MAX_REASON)
    .toWellFormed()
}
