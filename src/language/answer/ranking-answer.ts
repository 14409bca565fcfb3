import * as z from 'zod'
import { findZone } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { Product } from '../../ranking/product.ts'
import { Window } from '../../ranking/window.ts'
import { Provenance } from '../../sources/source.ts'
import { escaped } from './markdown.ts'
import { productList } from './product-list.ts'
import { AT_MOST } from './remarks.ts'
import { sourceLine } from './source-line.ts'
import { instantInWords, windowInWords, zoneInWords } from './window-in-words.ts'

/** The result of a ranking tool. Without a window it is of all time. */
export const Ranking = z.object({
  posts: z.array(Product),
  limit: z.number().int(),
  window: Window.optional(),
  tz: z.string().optional(),
  topic: z.string().optional(),
  ...Provenance.shape,
})
type Ranking = z.infer<typeof Ranking>

export const RankingOfWindow = Ranking.extend({ window: Window })

interface RankingContext {
  /** The time zone in which the dates of a window without one of its own are formatted. */
  defaultTimezone: string
  /** The requested count, if any. */
  count: number | undefined
  /** Sentences about what the ranking does not do that was asked for. */
  remarks: readonly string[]
}

/** A ranking as Markdown: a heading, the products, and their source and window. */
export function rankingAnswer(ranking: Ranking, context: RankingContext): string {
  const { posts, window, note, topic } = ranking
  const tz = ranking.tz && findZone(ranking.tz) ? ranking.tz : context.defaultTimezone
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  if (posts.length === 0) return [emptyRanking(ranking, span), footer(ranking)].join('\n\n')

  const title = posts.length === 1 ? 'Top product' : `Top ${posts.length} products`
  const subject = topic === undefined ? '' : ` in ${escaped(topic)}`
  const remark = countRemark(ranking, context)
  return [
    `**${title}${subject}: ${span}**`,
    productList(posts),
    ...context.remarks,
    remark,
    note,
    footer(ranking),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function emptyRanking({ source, window, note, topic }: Ranking, span: string): string {
  if (note) return note
  if (!window) return 'There are no launches yet.'
  const subject = topic === undefined ? 'Nothing' : `Nothing in ${escaped(topic)}`
  const sentence = `${subject} launched in this window: ${span}.`
  if (source !== 'product-hunt' || window.label !== 'today') return sentence
  const remark = "Product Hunt's day begins at midnight Pacific time: it may not have begun there."
  return `${sentence} ${remark}`
}

function countRemark({ posts, limit }: Ranking, { count }: RankingContext): string {
  if (posts.length < limit)
    return count === undefined
      ? 'There are no others.'
      : `That is all there is: ${posts.length}, not ${count}.`
  return (count ?? limit) > COUNT.max ? AT_MOST : ''
}

function footer({ window, ...provenance }: Ranking): string {
  const source = sourceLine(provenance)
  if (!window) return source
  const { postedAfter, postedBefore } = window
  return `${source} Window: ${instantInWords(postedAfter)} to ${instantInWords(postedBefore)}.`
}
