import type { CollectedAnswer } from '../delivery/collect-answer.ts'
import type { Answer, AnswerFailure, StoredCall } from '../message/answer.ts'

export const FAILURES = {
  busy: {
    code: 'busy',
    message: 'The agent is still busy with earlier messages.',
    detail:
      'too many messages of the conversation wait for their answers, or this one did too long',
  },
  interrupted: {
    code: 'interrupted',
    message: 'The answer was interrupted.',
    detail: 'the platform was stopped while the agent answered',
  },
  disabled: {
    code: 'disabled',
    message: 'The agent was switched off before it could answer.',
    detail: 'the agent is disabled, or there is none any more',
  },
  'not-a-member': {
    code: 'not-a-member',
    message: 'The agent, or the one who asked it, is no longer in the group.',
    detail: 'one of the two was no member any more when the answer was to begin',
  },
  deleted: {
    code: 'deleted',
    message: 'The message was deleted before the agent could answer.',
    detail: 'the message to answer was deleted while it waited for its turn',
  },
  empty: {
    code: 'empty',
    message: 'The agent had nothing to say.',
    detail: 'the agent ended its answer well, without a word and without a call',
  },
  unconfigured: {
    code: 'unconfigured',
    message: 'The agent cannot be asked right now.',
    detail: 'its headers cannot be decrypted: DATA_KEY is missing or is another key than before',
  },
  internal: {
    code: 'internal',
    message: 'An error occurred',
    detail: 'the platform failed',
  },
} as const

/** The data of an agent's message. Where it said nothing before it failed, a sentence says so. */
export function toData(replyTo: number, collected: Partial<CollectedAnswer>, stop?: AnswerFailure) {
  const { text = '', toolCalls = [], toolResults = [] } = collected
  const failure = stop ?? failureOf(collected)
  const answer: Answer = {
    status: failure ? 'failed' : 'finished',
    replyTo: String(replyTo),
    ...(failure && { failure }),
    toolCalls: toolCalls.map(toCall),
    toolResults: toolResults.map(({ type: _type, ...result }) => result),
  }
  return { text: text === '' && failure ? failure.message : text, answer }
}

/** Whether an agent ended its answer well and neither said nor did anything. */
export function isEmpty({ text, toolCalls, toolResults, failure }: CollectedAnswer): boolean {
  return !failure && text === '' && toolCalls.length === 0 && toolResults.length === 0
}

function failureOf({ failure }: Partial<CollectedAnswer>): AnswerFailure | undefined {
  if (!failure) return undefined
  const { code, message, detail } = failure
  return code === 'cancelled' ? FAILURES.interrupted : { code, message, detail }
}

type CollectedCall = CollectedAnswer['toolCalls'][number]

function toCall({ type: _type, toolCallId: id, rawArgs, ...call }: CollectedCall): StoredCall {
  const { displayName, executionText, args, ...rest } = call
  return {
    id,
    ...rest,
    ...(displayName !== undefined && { displayName }),
    ...(executionText !== undefined && { executionText }),
    args: args && { ...args },
    ...(call.fault !== null && !call.isOmitted && { rawArgs }),
  }
}
