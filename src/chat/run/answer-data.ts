import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { Answer, AnswerFailure, StoredCall } from '../message/answer.ts'

export const FAILURES = {
  busy: {
    code: 'busy',
    message: 'The agent is still busy with earlier messages.',
    detail: 'too many messages of the conversation are waiting, or this one waited too long',
  },
  interrupted: {
    code: 'interrupted',
    message: 'The answer was interrupted.',
    detail: 'the platform was stopped while the agent was answering',
  },
  disabled: {
    code: 'disabled',
    message: 'The agent was switched off before it could answer.',
    detail: 'the agent is disabled or was deleted',
  },
  'not-a-member': {
    code: 'not-a-member',
    message: 'The agent or the sender of the message is no longer in the group.',
    detail: 'the agent or the sender was not a member when the answer was about to start',
  },
  deleted: {
    code: 'deleted',
    message: 'The message was deleted before the agent could answer.',
    detail: 'the message was deleted while it was waiting for its turn',
  },
  empty: {
    code: 'empty',
    message: 'The agent sent an empty answer.',
    detail: 'the agent finished its answer without text and without tool calls',
  },
  unconfigured: {
    code: 'unconfigured',
    message: 'The agent cannot be called right now.',
    detail: 'its headers cannot be decrypted: DATA_KEY is missing or has been changed',
  },
  internal: {
    code: 'internal',
    message: 'An error occurred',
    detail: 'the platform failed',
  },
} as const

/** The data of an agent's message. Without text, the failure, if any, is the text. */
export function toData(replyTo: number, collected: Partial<CollectedAnswer>, stop?: AnswerFailure) {
  const { text = '', toolCalls = [], toolResults = [] } = collected
  const failure = stop ?? failureOf(collected)
  const answer: Answer = {
    status: failure ? 'failed' : 'finished',
    replyTo: String(replyTo),
    ...(failure && { failure }),
    toolCalls: toolCalls.map(toCall),
    toolResults: toolResults.map(toResult),
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

type CollectedCall = CollectedAnswer['toolCalls'][number]

function toCall({ type: _type, rawInput, ...call }: CollectedCall): StoredCall {
  const { toolCallId: id, toolName: name, displayName, executionText, input, ...rest } = call
  return {
    id,
    name,
    ...rest,
    ...(displayName !== undefined && { displayName }),
    ...(executionText !== undefined && { executionText }),
    args: input && { ...input },
    ...(call.fault !== null && !call.isOmitted && { rawArgs: rawInput }),
  }
}

type CollectedResult = CollectedAnswer['toolResults'][number]

function toResult({ toolCallId, toolName: name, output, isOmitted }: CollectedResult) {
  return {
    toolCallId,
    result: output,
    ...(isOmitted && { isOmitted }),
    ...(name !== undefined && { name }),
  }
}
