import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { Answer, AnswerFailure, StoredCall } from '../message/answer.ts'

export const FAILURES = {
  busy: failure(
    'busy',
    'The agent is still busy with earlier messages.',
    'too many messages of the conversation are waiting, or this one waited too long',
  ),
  interrupted: failure(
    'interrupted',
    'The answer was interrupted.',
    'the platform was stopped while the agent was answering',
  ),
  disabled: failure(
    'disabled',
    'The agent was switched off before it could answer.',
    'the agent is disabled or was deleted',
  ),
  'not-a-member': failure(
    'not-a-member',
    'The agent or the sender of the message is no longer in the group.',
    'the agent or the sender was not a member when the answer was about to start',
  ),
  deleted: failure(
    'deleted',
    'The message was deleted before the agent could answer.',
    'the message was deleted while it was waiting for its turn',
  ),
  empty: failure(
    'empty',
    'The agent sent an empty answer.',
    'the agent finished its answer without text and without tool calls',
  ),
  unconfigured: failure(
    'unconfigured',
    'The agent cannot be called right now.',
    'its headers cannot be decrypted: DATA_KEY is missing or has been changed',
  ),
  internal: failure('internal', 'An error occurred', 'the platform failed'),
}

function failure(code: string, message: string, detail: string) {
  return { code, message, detail }
}

export type AnswerData = ReturnType<typeof toData>

/** The data of an agent's message. Without text, the failure, if any, is the text. */
export function toData(replyTo: number, collected: Partial<CollectedAnswer>, stop?: AnswerFailure) {
  const { text = '', toolCalls = [], toolResults = [] } = collected
  const failure = stop ?? failureOf(collected)
  const answer: Answer = {
    status: failure ? 'failed' : 'finished',
    replyTo: String(replyTo),
    ...(failure && { failure }),
    toolCalls: toolCalls.map(toCall),
    toolResults: toolResults.map(({ toolCallId, toolName: name, output, isOmitted }) => ({
      toolCallId,
      result: output,
      ...(isOmitted && { isOmitted }),
      ...(name !== undefined && { name }),
    })),
  }
  return { text: text === '' && failure ? failure.message : text, answer }
}

/** Whether an agent finished without text, calls and results. */
export function isEmpty({ text, toolCalls, toolResults, failure }: CollectedAnswer): boolean {
  return !failure && text === '' && toolCalls.length === 0 && toolResults.length === 0
}

function failureOf({ failure }: Partial<CollectedAnswer>): AnswerFailure | undefined {
  if (!failure) return undefined
  const { code, message, detail } = failure
  return code === 'cancelled' ? FAILURES.interrupted : { code, message, detail }
}

function toCall({ type: _, ...call }: CollectedAnswer['toolCalls'][number]): StoredCall {
  const { toolCallId: id, toolName: name, input: args, rawInput, ...rest } = call
  const isFaulty = call.fault !== null && !call.isOmitted
  return { id, name, ...rest, args: args && { ...args }, ...(isFaulty && { rawArgs: rawInput }) }
}
