import * as z from 'zod'
import { LEVEL, TRENDING_WINDOWS } from '../history/rising.ts'
import { placesIn } from '../ranking/place.ts'
import { Product } from '../ranking/product.ts'
import { type Cancellable, type ProductSource, Provenance } from '../sources/source.ts'
import { boundFields, boundsOfAnswer, limitField, topicField, topicOfAnswer } from './field.ts'
import { SIMULATED } from './product-history.ts'
import { defineTool, type ToolDeps } from './tool.ts'

/** A model may send `null` for the default. */
const windowField = z
  .preprocess(
    (window) => (typeof window === 'string' ? window.trim().toLowerCase() : (window ?? '3h')),
    z.enum(TRENDING_WINDOWS, 'must be 1h, 3h or 24h'),
  )
  .prefault('3h')
  .describe('The time until now in which votes were gained.')

const RisingProduct = Product.extend({
  minutes: z.number().int().describe('How many minutes it rose for, until its last count.'),
  gained: z.number().int().describe('Votes gained in these minutes.'),
  expected: z
    .number()
    .describe('The votes that a launch like this usually gains in these minutes.'),
  chance: z.number().describe('The probability that chance alone explains such a gain.'),
  score: z.number().describe('-log10(chance): each whole step is ten times less probable.'),
}).meta({
  id: 'RisingProduct',
  description: 'A launch that gained more votes than launches of its age usually do.',
})

export const TrendingProductsAnswer = z
  .object({
    posts: z.array(RisingProduct).describe('The highest score first.'),
    window: z.enum(TRENDING_WINDOWS),
    limit: z.number().int(),
    topic: topicOfAnswer,
    ...boundsOfAnswer,
    level: z.number().describe('The highest `chance` at which a launch is listed.'),
    compared: z.number().int().describe('How many launches were compared.'),
    enough: z.boolean().describe('Whether there were enough launches to compare.'),
    missing: z.string().optional().describe('What is missing, if there were not enough.'),
    ...Provenance.shape,
  })
  .meta({ id: 'TrendingProducts' })

export type TrendingProductsAnswer = z.infer<typeof TrendingProductsAnswer>

export type TrendingDeps = Pick<ToolDeps, 'history' | 'readRising' | 'ranking'>

export function trendingProductsTool({ history, readRising, ranking }: TrendingDeps) {
  return defineTool({
    name: 'getTrendingProducts',
    title: 'Rising products',
    executionText: 'Looking up what is rising…',
    description:
      'The product launches that are gaining unusually many votes right now, compared with ' +
      'launches of their age, and what they gained. Often there are none, and a launch that leads ' +
      'need not be among them: for the leaders by votes use getTopProductsByTimeframe.',
    input: z.object({
      window: windowField,
      limit: limitField(3),
      topic: topicField,
      ...boundFields,
    }),
    output: TrendingProductsAnswer,
    async run({ window, limit, topic, minVotes, maxRank }, caller) {
      const { rising, compared, missing, asOf, stale } = await readRising(window, topic)
      const places = placesIn(rising, { minVotes, maxRank }).slice(0, limit)
      const unknown = rising.length > 0 ? undefined : await topicNote(topic, ranking, caller)
      const notes = [unknown, history.isSimulated && SIMULATED].filter(Boolean)
      return {
        posts: places.map(({ product }) => rounded(product)),
        window,
        limit,
        topic,
        minVotes,
        maxRank,
        ...(minVotes !== undefined && { ranks: places.map(({ rank }) => rank) }),
        level: LEVEL,
        compared,
        enough: missing === undefined,
        missing,
        source: history.source,
        asOf,
        stale,
        note: notes.join(' ') || undefined,
      }
    },
  })
}

function rounded<Rise extends { expected: number; chance: number }>(rise: Rise) {
  const { expected, chance } = rise
  return {
    ...rise,
    expected: Math.round(expected * 10) / 10,
    chance: Number(chance.toPrecision(2)),
    score: Math.round(-10 * Math.log10(chance)) / 10,
  }
}

/** Why nothing of a topic rises, if no launch has it: the ranking knows. */
async function topicNote(topic: string | undefined, ranking: ProductSource, caller?: Cancellable) {
  if (topic === undefined) return undefined
  const request = { order: 'VOTES' as const, topic, limit: 1, signal: caller?.signal }
  return ranking.top(request).then(
    ({ note }) => note,
    () => undefined,
  )
}
