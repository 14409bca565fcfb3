import * as z from 'zod'
import { MAX_HOURS, percentileOf, votesAtHours } from '../history/benchmark.ts'
import { Provenance } from '../sources/source.ts'
import { countField } from './field.ts'
import { SIMULATED } from './product-history.ts'
import { defineTool, type ToolDeps } from './tool.ts'

export const Benchmark = z
  .object({
    hours: z.number().int(),
    votes: z.number().int().optional().describe('The requested votes.'),
    percentile: z
      .number()
      .nullable()
      .describe('How many percent of earlier launches had fewer; null without votes.'),
    median: z.number().int().nullable().describe('The votes that half of them had at least.'),
    bestTenth: z.number().int().nullable().describe('The votes that the best tenth had at least.'),
    compared: z.number().int().describe('How many launches were counted at this age.'),
    missing: z.string().optional().describe('Why the figures are null.'),
    ...Provenance.shape,
  })
  .meta({ id: 'Benchmark' })

export type Benchmark = z.infer<typeof Benchmark>

type BenchmarkDeps = Pick<ToolDeps, 'history' | 'now'>

export function benchmarkTool({ history, now }: BenchmarkDeps) {
  return defineTool({
    name: 'getBenchmark',
    title: 'Votes at an age',
    executionText: 'Comparing with earlier launches…',
    description:
      'Whether a number of votes is good so many hours after a launch: how many percent of ' +
      'earlier launches had fewer at that age, and how many votes half of them and the best tenth ' +
      'had. For a product that has a name use getProduct, which compares it at its own age.',
    input: z.object({
      hours: countField('How many hours after the launch; 24 by default.', 1, MAX_HOURS),
      votes: countField('The votes to compare; without them only what is usual.'),
    }),
    output: Benchmark,
    async run({ hours = 24, votes }) {
      const moment = now()
      const others = await votesAtHours(history, hours)
      const least = (share: number) =>
        others.value?.[Math.floor(share * others.value.length)] ?? null
      return {
        hours,
        votes,
        percentile: votes === undefined || !others.value ? null : percentileOf(votes, others.value),
        median: least(0.5),
        bestTenth: least(0.9),
        compared: others.compared,
        missing: others.unknown,
        source: history.source,
        asOf: moment.toISOString(),
        stale: false,
        note: history.isSimulated ? SIMULATED : undefined,
      }
    },
  })
}
