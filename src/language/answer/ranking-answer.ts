import * as z from 'zod'
import { findZone } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { Product } from '../../ranking/product.ts'
import { Window } from '../../ranking/window.ts'
import { Provenance } from '../../sources/source.ts'
import type { ProductHistory } from '../../tools/product-history.ts'
import type { TrendingProductsAnswer } from '../../tools/trending-products.ts'
import type { RankingRequest } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { productLine, productList } from './products.ts'
import { AT_MOST, inTopics, notesOn, windowInWords, withUnit, zoneInWords } from './wording.ts'

/** The result of a ranking tool. Without a window it is of all time. */
export const Ranking = z.object({
  posts: z.array(Product),
  limit: z.number().int(),
  window: Window.omit({ from: true, to: true }).nullish(),
  tz: z.string().optional(),
  topic: z.string().optional(),
  withTopics: z.array(z.string()).optional(),
  exceptTopics: z.array(z.string()).optional(),
  ...Provenance.shape,
})
type Ranking = z.infer<typeof Ranking>

/** A ranking as Markdown: a heading, the products, and what is worth knowing about them. */
export function rankingAnswer(
  ranking: Ranking,
  request: Partial<RankingRequest>,
  defaultTimezone: string,
): string[] {
  const { posts, window, topic, withTopics, exceptTopics, limit } = ranking
  const tz = ranking.tz && findZone(ranking.tz) ? ranking.tz : defaultTimezone
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  const topics = inTopics(topic, withTopics, exceptTopics)
  const subject = topics && ` ${topics}`
  const notes = notesOn(ranking)
  const { after = 0, count } = request
  const left = posts.slice(after)
  if (left.length === 0) {
    const isSaid = posts.length === 0 && notes.length > 0
    return [...(isSaid ? [] : [noneLeft(ranking, span, subject)]), ...notes]
  }
  const title = titleOf(posts.length - left.length, posts.length)
  const all =
    count === undefined
      ? 'There are no others.'
      : `That is all there is: ${posts.length}, not ${count}.`
  return [
    `**${title}${subject}: ${span}**`,
    productList(left, posts.length - left.length),
    ...(posts.length < limit ? [all] : []),
    ...(isCut(ranking, request) ? [AT_MOST] : []),
    ...(request.isRising ? [LEADERS_ONLY] : []),
    ...notes,
  ]
}

/** Whether more is asked for than can be listed. */
function isCut({ posts, limit }: Ranking, { count = limit, isTooLong }: Partial<RankingRequest>) {
  return (isTooLong && posts.length === COUNT.max) || count > COUNT.max
}

/** "Top 3 products", "#4", "#6 to #10". */
function titleOf(after: number, last: number): string {
  if (after === 0) return last === 1 ? 'Top product' : `Top ${last} products`
  return after + 1 === last ? `#${last}` : `#${after + 1} to #${last}`
}

const LEADERS_ONLY = 'Ranked by total votes, not momentum.'

function noneLeft({ posts, source, window }: Ranking, span: string, subject: string): string {
  if (posts.length === COUNT.max) return `${AT_MOST} A topic or a shorter time shows others.`
  if (posts.length > 0)
    return `There are no others${subject}: ${withUnit(posts.length, 'launch')} in all, ${span}.`
  if (!window) return 'There are no launches yet.'
  const sentence = `Nothing${subject} launched in this window: ${span}.`
  if (source !== 'product-hunt' || window.label !== 'today') return sentence
  return `${sentence} Product Hunt's day begins at midnight Pacific time: it may not have begun there.`
}

/** What stands out in how the votes of a product grew, as Markdown. Its counts are for a chart. */
export function historyAnswer(history: ProductHistory): string {
  const { product, launchDay, launchWeek, bestRank, percentile, gaps } = history
  const facts = [
    launchDay && `It had ${withUnit(launchDay.votes, 'vote')} at the end of its launch day.`,
    launchWeek && `After a week it had ${withUnit(launchWeek.votes, 'vote')}.`,
    bestRank && `Its best rank of the day was ${bestRank.rank}.`,
    percentile !== null && `It beat ${percentile}% of launches at the same age.`,
    gaps.length > 0 && `Its votes were not recorded all the time: ${withUnit(gaps.length, 'gap')}.`,
  ]
  return [productLine(product), facts.filter(Boolean).join(' ')].filter(Boolean).join('\n\n')
}

const SPANS = { '1h': 'last hour', '3h': 'last 3 hours', '24h': 'last 24 hours' }

/** What is rising as Markdown: a heading, the products with what they gained, and their source. */
export function trendingAnswer(trending: TrendingProductsAnswer, count = 0) {
  const { posts, window, topic, enough, missing = '', limit } = trending
  const span = `in the ${SPANS[window]}`
  const subject = topic === undefined ? '' : ` in ${escaped(topic)}`
  if (!enough) return [escaped(missing), OFFER].join('\n\n')
  const lines = posts.map((post, index) => {
    const gained = `${withUnit(post.gained, 'vote')} in ${stretch(post.minutes)}, ${post.expected} expected`
    return `${index + 1}. ${productLine(post)} (${gained})`
  })
  const answered =
    posts.length === 0
      ? [`Nothing${subject} is surging right now. ${OFFER}`]
      : [`**Rising${subject} ${span}**`, lines.join('\n')]
  const isAll = 0 < posts.length && posts.length < Math.max(limit, count)
  const remark = isAll ? 'Nothing else rises.' : count > limit ? AT_MOST : ''
  return [...answered, remark].filter(Boolean).join('\n\n')
}

const OFFER = 'Want today’s top 5?'

function stretch(minutes: number): string {
  return minutes < 100 ? withUnit(minutes, 'minute') : withUnit(Math.round(minutes / 60), 'hour')
}
