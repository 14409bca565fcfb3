import * as z from 'zod'

/** How one part of the service stands to what it asks. Embedded parts ask nobody. */
export const PartStatus = z.object({
  serves: z.string().describe('The implementation that answers.'),
  breaker: z
    .enum(['closed', 'open', 'half-open'])
    .nullable()
    .describe('Open: the upstream keeps failing and is not asked for a while.'),
  budgetLeft: z.number().nullable().describe('What the upstream lets us ask until the reset.'),
  budgetResetAt: z.string().nullable(),
  lastSuccess: z.string().nullable().describe('When the upstream last answered.'),
})

/** How the language model gets on: its failures are told apart, and its host's words are not told. */
export const ModelStatus = PartStatus.extend({
  failing: z.boolean().describe('Whether the last call of a hosted model failed.'),
  lastFailure: z
    .object({
      at: z.string(),
      kind: z
        .enum(['unreachable', 'refused', 'timed-out', 'cut', 'nonsense'])
        .optional()
        .describe('`cut`: the answer broke off. `nonsense`: it could not be read.'),
      status: z.number().optional().describe("Of the host's response."),
      hostCode: z.string().optional().describe("The host's or the network's own code."),
    })
    .nullable(),
})

export const Status = z
  .object({
    version: z.string().describe('Of the service.'),
    model: ModelStatus,
    ranking: PartStatus,
    search: PartStatus,
  })
  .meta({ id: 'Status' })

export type PartStatus = z.infer<typeof PartStatus>
export type ModelStatus = z.infer<typeof ModelStatus>
export type Status = z.infer<typeof Status>

export const QUIET = { breaker: null, budgetLeft: null, budgetResetAt: null, lastSuccess: null }
