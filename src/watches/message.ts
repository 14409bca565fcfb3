import * as z from 'zod'
import { firstPlaces } from '../ranking/place.ts'
import { Product, votesText } from '../ranking/product.ts'
import { EVENTS, type News } from './events.ts'

/** The most launches that a message names. */
export const MAX_ITEMS = 20

/** A launch in a message, and its event. */
export const WatchItem = z
  .object({
    event: z.enum([...EVENTS, 'launch.ranked']),
    text: z.string().describe('The event as a sentence.'),
    product: Product,
    votes: z.number().int(),
    level: z.number().int().optional().describe('The votes or the place reached.'),
    rank: z.number().int().optional().describe('Its place on its own day, or in the digest.'),
    of: z.number().int().optional().describe('The number of launches of that day.'),
    by: z.array(z.string()).optional().describe('The launches that overtook it.'),
    between: z
      .array(z.iso.datetime())
      .length(2)
      .optional()
      .describe('The two counts between which it happened.'),
  })
  .meta({ id: 'WatchItem' })

export type WatchItem = z.output<typeof WatchItem>

/** The events of one turn, a digest, a summary of a day, or a test. */
export const WatchMessage = z
  .object({
    type: z.enum([
      ...EVENTS,
      'launch.ranked',
      'launch.day',
      'watch.digest',
      'watch.summary',
      'watch.test',
    ]),
    timestamp: z.iso.datetime(),
    watch: z.object({ id: z.string(), name: z.string() }),
    title: z.string(),
    items: z.array(WatchItem),
    more: z.number().int().describe('The number of further launches, beyond `items`.'),
    period: z.string().optional().describe('The day or week of a digest.'),
    stale: z.boolean().optional().describe('Whether a digest lacks the last votes of its period.'),
    simulated: z
      .boolean()
      .optional()
      .describe('Whether the votes are simulated, as in the sample.'),
  })
  .meta({ id: 'WatchMessage' })

export type WatchMessage = z.output<typeof WatchMessage>

const GAP_MS = 30 * 60_000

/** A sentence about a launch. */
export function newsSentence(name: string, news: News, names: readonly string[] = []): string {
  const { event, votes, level, rank, of, between } = news
  const [from, until] = between.map((instant) => {
    return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
  })
  const isLate = between[1] - between[0] > GAP_MS && event !== 'launch.new'
  const when = isLate ? `, between ${from} and ${until} UTC` : ''
  switch (event) {
    case 'launch.votes':
      return `${name} has passed ${votesText(level ?? 0)}: it has ${votes.toLocaleString('en-US')}${when}`
    case 'launch.rank':
      return `${name} is #${rank} of its day with ${votesText(votes)}, and holds the ${firstPlaces(level ?? 0)}${when}`
    case 'launch.new':
      return `${name} has launched`
    case 'launch.rising':
      return `${name} is rising: it has ${votesText(votes)}, and is #${rank} of its day`
    case 'launch.lost':
      return `${name} has lost the ${firstPlaces(level ?? 0)}: it is #${rank} with ${votesText(votes)}${when}`
    case 'launch.overtaken':
      return `${name} is #${rank} with ${votesText(votes)}, overtaken by ${names.join(', ')}${when}`
    case 'launch.ended':
      return `The day of ${name} has ended: #${rank} of ${of} with ${votesText(votes)}`
  }
}
