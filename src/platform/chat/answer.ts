import * as z from 'zod'
import type { CollectedAnswer } from '../delivery/collect-answer.ts'

const Call = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string().optional(),
  executionText: z.string().optional(),
  args: z.record(z.string(), z.unknown()).nullable().describe('null where there is a fault.'),
  rawArgs: z.string().optional().describe('Of a call with a fault: what was sent.'),
  fault: z
    .string()
    .nullable()
    .describe('Why a handler must not run it: no-arguments, invalid-arguments or never-ended.'),
  isOmitted: z
    .literal(true)
    .optional()
    .describe('It was too large to be stored: `args` are null, whatever they were.'),
})

const Result = z.object({
  toolCallId: z.string(),
  name: z.string().optional(),
  result: z.unknown(),
  isOmitted: z.literal(true).optional(),
})

/** What is stored of an agent's answer beside its text. */
export const Answer = z.object({
  status: z.enum(['finished', 'failed']),
  replyTo: z.string().describe('The id of the message that is answered.'),
  failure: z
    .object({
      code: z.string(),
      message: z.string().describe('For whoever waits for the answer.'),
      detail: z
        .string()
        .optional()
        .describe(
          'For whoever maintains the agent: told to an API key that reads on behalf of nobody.',
        ),
    })
    .optional(),
  toolCalls: z.array(Call),
  toolResults: z.array(Result),
})

export type Answer = z.output<typeof Answer>
type StoredCall = z.output<typeof Call>
export type AnswerFailure = NonNullable<Answer['failure']>

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

/** What an agent's message has to tell beside its text; nothing where it is no agent's answer. */
export function readAnswer(data: Readonly<Record<string, unknown>>): Answer | undefined {
  return Answer.safeParse(data.answer).data
}

/** The data of a message as users may see it: why their agent failed is for its maintainers. */
export function withoutDetail(data: Readonly<Record<string, unknown>>) {
  const { answer } = data
  if (typeof answer !== 'object' || answer === null || !('failure' in answer)) return data
  const { failure } = answer
  if (typeof failure !== 'object' || failure === null || !('detail' in failure)) return data
  const { detail: _detail, ...shown } = failure
  return { ...data, answer: { ...answer, failure: shown } }
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
