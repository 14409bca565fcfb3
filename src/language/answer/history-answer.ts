import type { ProductHistory } from '../../tools/product-history.ts'
import type { TrendingProductsAnswer } from '../../tools/trending-products.ts'
import { escaped } from '../markdown.ts'
import { productLine } from './products.ts'
import { AT_MOST } from './remarks.ts'
import { withUnit } from './wording.ts'

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

interface TrendingContext {
  /** The requested count, if any. */
  count: number | undefined
}

const SPANS = { '1h': 'last hour', '3h': 'last 3 hours', '24h': 'last 24 hours' }

/** What is rising as Markdown: a heading, the products with what they gained, and their source. */
export function trendingAnswer(trending: TrendingProductsAnswer, { count = 0 }: TrendingContext) {
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
