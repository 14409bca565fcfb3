import * as z from 'zod'

/** The tokens of a run, as the model counts them. */
export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  totalTokens: z.number().int(),
})

export type Usage = z.infer<typeof Usage>
