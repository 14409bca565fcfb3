import { isCheer, isOf } from '../normalise/lexicon.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { hasConfetti } from './evidence.ts'
import { ACTION_INTENTS } from './intents.ts'
import type { Part, Reading } from './parts.ts'
import type { ConfettiRequest } from './request.ts'

const MAX_REASON = 80

/** A command to throw confetti has no reason, unless it names one. */
const CONFETTI_COMMAND =
  /^(?:(?:please|pls|now|ok|can|could|you) )*(?:throw|fire|shoot|drop|trigger|send|pop)\b/i
const NAMED_REASON = /\b(?:for|because|since|to celebrate) (\p{L}.*)$/iu

export function confettiRequest(
  parts: readonly Part[],
  { utterance, state }: Reading,
): ConfettiRequest {
  const items = parts.find(({ intent }) => intent === 'confetti')?.items ?? []
  const ownTokens = items.map(({ token }) => token)
  const isWhole = parts.every(({ intent }) => intent === 'confetti' || !ACTION_INTENTS.has(intent))
  const tokens = isWhole ? utterance.tokens : ownTokens
  const isExplicit =
    state.last?.kind === 'confetti' ||
    parts.some(hasConfetti) ||
    tokens.some(({ text }) => isCheer(text) || text === 'celebrate')
  const args = isExplicit ? confettiArguments(tokens) : {}
  const isOnlyCommand = items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw/.test(text),
  )
  const typed = parts.length === 1 ? utterance.typed : ownTokens.map(({ cased }) => cased).join(' ')
  const reason = isOnlyCommand ? '' : reasonIn(typed)
  return { kind: 'confetti', args: reason ? { reason, ...args } : args }
}

function reasonIn(typed: string): string {
  const words = typed
    .replace(/[^\p{L}\p{N}#%$&'’,-]+/gu, ' ')
    .replace(/ (?=,)/g, '')
    .replace(/^[ ,-]+|[ ,-]+$/g, '')
  const reason = CONFETTI_COMMAND.test(words) ? (NAMED_REASON.exec(words)?.[1] ?? '') : words
  return reason.slice(0, MAX_REASON).toWellFormed()
}
