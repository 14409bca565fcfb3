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

export const Status = z
  .object({
    version: z.string().describe('Of the service.'),
    model: PartStatus,
    ranking: PartStatus,
    search: PartStatus,
  })
  .meta({ id: 'Status' })

export type PartStatus = z.infer<typeof PartStatus>
export type Status = z.infer<typeof Status>

export const QUIET = { breaker: null, budgetLeft: null, budgetResetAt: null, lastSuccess: null }
