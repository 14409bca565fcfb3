import { textBetween } from '../normalise/tokens.ts'
import { confettiArguments, isWish } from '../slots/confetti.ts'
import type { Reading } from './reading.ts'
import type { ConfettiRequest } from './request.ts'

const MAX_REASON = 80

/** The reason that such words name: "confetti for our first customer". */
const NAMED =
  /\b(?:because|since|for (?!(?:me|us|you|it|this|that|them|every\w+|all|fun|now|today|the team|a)\b)|celebrate (?!(?:with|it|this|that|now|please)\b)) *(\p{L}.*)$/iu
/** Neither a wish nor a reason. */
const FILLER =
  /^(?:and|so|then|but)\b|\b(?:please|pls|now|thanks|thx|ok|hey|hi|yes|again|more)\b/giu

/** @param isOnly whether the message asks for nothing else, so that the rest of it is the reason */
export function confettiRequest(
  { tokens, slots }: Reading,
  message: string,
  isOnly: boolean,
): ConfettiRequest {
  // The count and the time of another request are no arguments.
  const taken = isOnly ? [] : [...slots.counts, ...slots.times]
  const free = tokens.filter((_, at) => !taken.some(({ from, to }) => from <= at && at < to))
  // "We got a 5 star review, throw confetti" asks for no stars.
  const ends = [...free.keys()].filter((at) => /^[.?!;:]$/.test(free[at]?.text ?? ''))
  const wishes = [0, ...ends]
    .map((start, at) => free.slice(start, ends[at]))
    .filter((clause) => isWish(textBetween(clause)))
  const reason = isOnly ? reasonIn(message) : ''
  return {
    kind: 'confetti',
    args: { ...(reason && { reason }), ...confettiArguments(wishes.flat()) },
  }
}

/** The reason to celebrate: clauses that do not ask for confetti, or the reason that those name. */
function reasonIn(message: string): string {
  const clauses = message.split(/[^\p{L}\p{N}\p{M}\p{Cf} #%$&'’-]+/u)
  const reasons = clauses.flatMap((clause) =>
    isWish(clause) ? (NAMED.exec(clause)?.[1] ?? []) : clause,
  )
  return reasons
    .map((text) => text.trim().replace(FILLER, '').trim())
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, MAX_REASON)
    .toWellFormed()
}
