import { isRecord } from '../../core/json.ts'
import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { PlatformCall } from '../delivery/delivery-event.ts'
import type { AnswerFailure, PlatformAnswer, StoredCall } from '../messages/answer.ts'

/** Why the platform stops a run: for the user who waits, and for the maintainer of the agent. */
const FAILURES = {
  busy: ['The agent is still busy with earlier messages.', 'too many are waiting, or for too long'],
  interrupted: ['The answer was interrupted.', 'the platform was stopped during the answer'],
  disabled: ['The agent was switched off before it could answer.', 'it is disabled or was deleted'],
  'not-a-member': [
    'The agent or the sender of the message is no longer in the group.',
    'the agent or the sender was not a member when the answer was about to start',
  ],
  deleted: [
    'The message was deleted before the agent could answer.',
    'it was waiting for its turn',
  ],
  empty: ['The agent sent an empty answer.', 'it finished without text and without tool calls'],
  unconfigured: [
    'The agent cannot be called right now.',
    'its headers cannot be decrypted: DATA_KEY is missing or has been changed',
  ],
  internal: ['An error occurred', 'the platform failed'],
} as const

export type FailureCode = keyof typeof FAILURES

function failed(code: FailureCode): AnswerFailure {
  const [message, detail] = FAILURES[code]
  return { code, message, detail }
}

/** The event of a failure, without what is only for the maintainer of the agent. */
export function failedEvent(code: FailureCode) {
  return { type: 'run-error' as const, code, message: FAILURES[code][0] }
}

export type AnswerData = ReturnType<typeof toData>

/** The data of an agent's message. Without text, the failure, if any, is the text. */
export function toData(replyTo: number, collected: Partial<CollectedAnswer>, stop?: FailureCode) {
  const { text = '', toolCalls = [], toolResults = [] } = collected
  const failure = stop ? failed(stop) : deliveryFailure(collected)
  const answer: PlatformAnswer = {
    status: failure ? 'failed' : 'finished',
    replyTo: String(replyTo),
    ...(failure && { failure }),
    toolCalls: toolCalls.map(toStoredCall),
    toolResults: toolResults.map(({ type: _, ...result }) => result),
  }
  return { text: text === '' && failure ? failure.message : text, answer }
}

/** Whether an agent finished without text, calls and results. */
export function isEmpty({ text, toolCalls, toolResults, failure }: CollectedAnswer): boolean {
  return !failure && text === '' && toolCalls.length === 0 && toolResults.length === 0
}

function deliveryFailure({ failure }: Partial<CollectedAnswer>): AnswerFailure | undefined {
  if (!failure) return undefined
  const { code, message, detail } = failure
  return code === 'cancelled' ? failed('interrupted') : { code, message, detail }
}

function toStoredCall({
  type: _,
  rawInput,
  input,
  fault = null,
  ...call
}: PlatformCall): StoredCall {
  const isFaulty = fault !== null && !call.isOmitted
  return { ...call, input: isRecord(input) ? input : null, fault, ...(isFaulty && { rawInput }) }
}
