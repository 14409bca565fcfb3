import * as z from 'zod'

/** The state of one part of the service. Only parts with an upstream have more than a name. */
export const PartStatus = z.object({
  serves: z.string().describe('The implementation that answers.'),
  breaker: z
    .enum(['closed', 'open', 'half-open'])
    .nullable()
    .describe('Open: the upstream keeps failing and is not called for a while.'),
  budgetLeft: z
    .number()
    .nullable()
    .describe('What is left of the budget that the upstream allows until the reset.'),
  budgetResetAt: z.string().nullable(),
  pausedUntil: z
    .string()
    .nullable()
    .describe('Until when the upstream is not called: it failed too often, or limits the rate.'),
  lastSuccess: z.string().nullable().describe('When the upstream last answered.'),
  failing: z.boolean().describe('Whether the last call of the upstream failed.'),
  lastFailure: z
    .object({
      at: z.string(),
      code: z.string(),
      reason: z.string().optional().describe('Such as `status 401` or `ECONNREFUSED`.'),
    })
    .nullable(),
  dropped: z
    .number()
    .optional()
    .describe('How many products the upstream sent that were not asked for, since the start.'),
  covers: z.string().optional().describe('What a search looks through.'),
})

/** The state of the language model. Its failures are classified; the host's own text is not shown. */
export const ModelStatus = PartStatus.extend({
  lastFailure: z
    .object({
      at: z.string(),
      kind: z
        .enum(['unreachable', 'refused', 'timed-out', 'cut', 'nonsense', 'empty', 'filtered'])
        .optional()
        .describe('`cut`: the answer was cut off. `nonsense`: it could not be parsed.'),
      status: z.number().optional().describe("Of the host's response."),
      hostCode: z.string().optional().describe("The host's or the network's own code."),
    })
    .nullable(),
})

/** What is recorded of votes over time. */
const HistoryStatus = z.object({
  serves: z
    .enum(['recorded', 'simulated', 'off'])
    .describe('Simulated: computed for the sample, to which nobody gives votes.'),
  since: z.string().nullable().describe('When the recording began.'),
  last: z.string().nullable().describe('When the launches of a day were last read.'),
  snapshots: z.number().nullable(),
  bytes: z.number().nullable().describe('About how much of the database they take.'),
  failing: z.boolean().describe('Whether the database cannot be read.'),
})

/** What the hosted model may use in a UTC day, and has used. */
const TokenStatus = z.object({
  limit: z.number().nullable().describe('Of all callers.'),
  limitPerCaller: z.number().nullable(),
  used: z.number().describe('By all callers.'),
  resetAt: z.string(),
  refusals: z.number().describe('Runs of this process for which none were left.'),
  failing: z.boolean().describe('Whether this process counts alone, without the database.'),
})

/** The time zone database by which days are reckoned. */
const TimeZoneStatus = z.object({
  release: z.string().describe('Of the IANA time zone database, such as `2026f`.'),
  source: z
    .enum(['bundled', 'runtime'])
    .describe('Runtime: that of Node, where it is later than the bundled one.'),
  warning: z.string().optional().describe('What to do if the bundled release is old.'),
})

export const Status = z
  .object({
    version: z.string().describe('Of the service.'),
    build: z.object({
      commit: z.string().nullable().describe('The commit it is built from, where one is known.'),
      date: z.iso.datetime().describe('When it was built.'),
    }),
    timeZones: TimeZoneStatus,
    model: ModelStatus,
    ranking: PartStatus,
    search: PartStatus,
    shared: PartStatus.optional().describe('The state that processes share, if they do.'),
    history: HistoryStatus,
    tokens: TokenStatus.optional().describe('Of the hosted model, if they are limited.'),
  })
  .meta({ id: 'Status' })

export type PartStatus = z.infer<typeof PartStatus>
export type TokenStatus = z.infer<typeof TokenStatus>
export type HistoryStatus = z.infer<typeof HistoryStatus>
export type ModelStatus = z.infer<typeof ModelStatus>
export type Status = z.infer<typeof Status>

/** The state of a part that has no upstream. */
export const NO_UPSTREAM = {
  breaker: null,
  budgetLeft: null,
  budgetResetAt: null,
  pausedUntil: null,
  lastSuccess: null,
  failing: false,
  lastFailure: null,
}
