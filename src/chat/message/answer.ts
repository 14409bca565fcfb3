import * as z from 'zod'

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
export type StoredCall = z.output<typeof Call>
export type AnswerFailure = NonNullable<Answer['failure']>

/** What an agent's message has beside its text; undefined where it is no agent's answer. */
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
