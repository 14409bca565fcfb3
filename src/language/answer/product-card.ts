import type { ProductDetails } from '../../tools/product.ts'
import { escaped, linked } from '../markdown.ts'
import { productLine, withUnit } from './product-list.ts'
import { notesOn } from './remarks.ts'
import { momentInWords } from './window-in-words.ts'

/** Everything that is known of a product, as Markdown. */
export function cardOf(details: ProductDetails, defaultTimezone: string): string[] {
  const { product, firstVotes, tz } = details
  const { topics, launchedAt } = product
  const facts = [
    topics.length > 0 && `Topics: ${topics.map(escaped).join(', ')}.`,
    launchedAt && `Launched on ${momentInWords(launchedAt, tz || defaultTimezone)}.`,
  ]
  return [
    productLine(product),
    facts.filter(Boolean).join(' '),
    placesOf(details, 'Ranked'),
    firstVotes ? earlyVotes(firstVotes) : '',
    ...notesOn(details),
  ].filter(Boolean)
}

/** "Tenantry ranks #3 of 13 on its day, #8 of 20 in its week and #62 of 174 in its month." */
export function ranksOf(details: ProductDetails): string {
  const { name, url } = details.product
  const ranks = placesOf({ ...details, ranks: withoutNeighbours(details.ranks) }, 'ranks')
  return ranks ? `${linked(name, url)} ${ranks}` : `I do not know the rank of ${linked(name, url)}.`
}

function withoutNeighbours({ day, week, month }: ProductDetails['ranks']): ProductDetails['ranks'] {
  const alone = (rank: ProductDetails['ranks']['day']) => rank && { ...rank, neighbours: [] }
  return { day: alone(day), week: alone(week), month: alone(month) }
}

function placesOf({ ranks }: Pick<ProductDetails, 'ranks'>, verb: string): string {
  const places = (['day', 'week', 'month'] as const).flatMap((unit) => {
    const rank = ranks[unit]
    if (!rank) return []
    const of = rank.of === null ? '' : ` of ${rank.of.toLocaleString('en-US')}`
    return `#${rank.rank}${of} ${unit === 'day' ? 'on the day' : `in the ${unit}`} of its launch`
  })
  if (places.length === 0) return ''
  const [last = ''] = places.slice(-1)
  const all = places.length > 1 ? `${places.slice(0, -1).join(', ')} and ${last}` : last
  return `${verb} ${all}.${between(ranks.day?.neighbours ?? [])}`
}

function between(neighbours: readonly { name: string; url: string | null }[]): string {
  if (neighbours.length === 0) return ''
  return ` Its neighbours of the day: ${neighbours.map(({ name, url }) => linked(name, url)).join(' and ')}.`
}

function earlyVotes({ hour, day }: NonNullable<ProductDetails['firstVotes']>): string {
  const counts = [
    ...(hour === null ? [] : [`${withUnit(hour, 'vote')} after an hour`]),
    ...(day === null ? [] : [`${withUnit(day, 'vote')} after 24 hours`]),
  ]
  return counts.length > 0 ? `It had ${counts.join(' and ')}.` : ''
}
