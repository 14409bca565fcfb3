import { isCheer, isOf } from '../normalise/lexicon.ts'
import type { Token } from '../normalise/utterance.ts'
import { statementAround } from '../slots/clauses.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { hasConfetti } from './evidence.ts'
import { ACTION_INTENTS } from './intents.ts'
import type { Part, Reading } from './parts.ts'
import type { ConfettiRequest } from './request.ts'

const MAX_REASON = 80

/** Confetti like the last, but for what is named: "again but in gold", "now only from the left". */
const SAME_AGAIN =
  /\b(?:again|(?:once|one) more(?: time)?|another (?:one|round|time)|same|now|this time)\b/

export function isSameAgain(parts: readonly Part[], { state, utterance }: Reading): boolean {
  const isSame = SAME_AGAIN.test(utterance.text) && !/\bfor\b/.test(utterance.text)
  return isSame && state.last?.kind === 'confetti' && isOnlyConfetti(parts)
}

/** The arguments of the last confetti that a message overrides. */
export function confettiChange({ utterance }: Reading) {
  return { kind: 'change', args: confettiArguments(utterance.tokens) } as const
}

function isOnlyConfetti(parts: readonly Part[]): boolean {
  return parts.every(({ intent }) => intent === 'confetti' || !ACTION_INTENTS.has(intent))
}

export function confettiRequest(
  parts: readonly Part[],
  { utterance, state }: Reading,
): ConfettiRequest {
  const items = parts.find(({ intent }) => intent === 'confetti')?.items ?? []
  const ownTokens = items.map(({ token }) => token)
  const tokens = isOnlyConfetti(parts) ? utterance.tokens : ownTokens
  const isExplicit =
    state.last?.kind === 'confetti' ||
    parts.some(hasConfetti) ||
    tokens.some(({ text }) => isCheer(text) || text === 'celebrate')
  const args = isExplicit ? confettiArguments(withoutReason(tokens)) : {}
  const isPlea = items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw|\p{P}/u.test(text),
  )
  const typed = parts.length === 1 ? utterance.typed : ownTokens.map(({ cased }) => cased).join(' ')
  const reason = isPlea ? '' : reasonIn(typed)
  return { kind: 'confetti', args: reason ? { reason, ...args } : args }
}

/** "We got a 5 star review, throw confetti" asks for no stars. */
function withoutReason(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((_, at) => {
    const statement = statementAround(tokens, { from: at, to: at + 1 })
    return statement === undefined || REQUEST.test(statement)
  })
}

/** Asks for confetti, and is no reason for it. */
const REQUEST =
  /\b(?:\w*confet+i\w*|fireworks|celebrate|throw|fire|shoot|drop|trigger|send|pop|make it rain|pieces|particles|(?:particle)?count|spread|velocity|ticks|sound|colou?rs?)\b/iu
/** The reason that such a request names: "confetti for our first customer". */
const NAMED =
  /\b(?:because|since|for (?!(?:me|us|you|it|this|that|them|everyone|everybody|all|fun|now|today|the team|a (?:bit|while|second|moment|minute))\b)|celebrate (?!(?:with|it|this|that|now|please)\b)) *(\p{L}.*)$/iu
const CLOSING = /(?:[ ,]+(?:please|pls|plz|now|thanks|thx|with (?:\w+ )*confetti))+$/iu

/** What is celebrated: the clauses of a message that do not ask for confetti, or what those name. */
function reasonIn(message: string): string {
  const clauses = message.split(/[^\p{L}\p{N}\p{M} #%$&'’-]+/u).map((clause) => clause.trim())
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
    .filter((text) => text !== '' && !/^(?:please|pls|thanks|now|ok|hey|hi)$/i.test(text))
    .join(', ')
    .slice(0, MAX_REASON)
    .toWellFormed()
}
