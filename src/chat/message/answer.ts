import * as z from 'zod'

const Call = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string().optional(),
  executionText: z.string().optional(),
  args: z.record(z.string(), z.unknown()).nullable().describe('null if there is a fault.'),
  rawArgs: z.string().optional().describe('Only with a fault: the arguments as they were sent.'),
  fault: z
    .string()
    .nullable()
    .describe('Why the call cannot be run: no-arguments, invalid-arguments or never-ended.'),
  isOmitted: z
    .literal(true)
    .optional()
    .describe('The arguments were too large to store: `args` is null.'),
})

const Result = z.object({
  toolCallId: z.string(),
  name: z.string().optional(),
  result: z.unknown(),
  isOmitted: z.literal(true).optional(),
})

/** What is stored of an agent's answer besides its text. */
export const Answer = z.object({
  status: z.enum(['finished', 'failed']),
  replyTo: z.string().describe('The id of the message that is answered.'),
  failure: z
    .object({
      code: z.string(),
      message: z.string().describe('For the user who waits for the answer.'),
      detail: z
        .string()
        .optional()
        .describe(
          'For the maintainer of the agent: only returned to an API key without `onBehalfOf`.',
        ),
    })
    .optional(),
  toolCalls: z.array(Call),
  toolResults: z.array(Result),
})

export type Answer = z.output<typeof Answer>
export type StoredCall = z.output<typeof Call>
export type AnswerFailure = NonNullable<Answer['failure']>

/** The answer in the data of a message; undefined if it is not the answer of an agent. */
export function readAnswer(data: Readonly<Record<string, unknown>>): Answer | undefined {
  return Answer.safeParse(data.answer).data
}

/** The data of a message without the detail of a failure, which is for maintainers, not users. */
export function withoutDetail(data: Readonly<Record<string, unknown>>) {
  const { answer } = data
  if (typeof answer !== 'object' || answer === null || !('failure' in answer)) return data
  const { failure } = answer
  if (typeof failure !== 'object' || failure === null || !('detail' in failure)) return data
  const { detail: _detail, ...shown } = failure
  return { ...data, answer: { ...answer, failure: shown } }
}
