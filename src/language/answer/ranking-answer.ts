import * as z from 'zod'
import { findZone } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { Product } from '../../ranking/product.ts'
import { Window } from '../../ranking/window.ts'
import { Provenance } from '../../sources/source.ts'
import type { RankingRequest } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { productList } from './products.ts'
import { AT_MOST, notesOn } from './remarks.ts'
import { windowInWords, zoneInWords } from './wording.ts'

/** The result of a ranking tool. Without a window it is of all time. */
export const Ranking = z.object({
  posts: z.array(Product),
  limit: z.number().int(),
  window: Window.omit({ from: true, to: true }).optional(),
  tz: z.string().optional(),
  topic: z.string().optional(),
  ...Provenance.shape,
})
type Ranking = z.infer<typeof Ranking>

/** A ranking as Markdown: a heading, the products, and what is worth knowing about them. */
export function rankingAnswer(
  ranking: Ranking,
  request: Partial<RankingRequest>,
  defaultTimezone: string,
): string[] {
  const { posts, window, topic, limit } = ranking
  const tz = ranking.tz && findZone(ranking.tz) ? ranking.tz : defaultTimezone
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  const subject = topic === undefined ? '' : ` in ${escaped(topic)}`
  const notes = notesOn(ranking)
  if (posts.length === 0) {
    return [...(notes.length > 0 ? [] : [emptyRanking(ranking, span, subject)]), ...notes]
  }
  const { after = 0, count, isTooLong = false } = request
  const left = posts.slice(after)
  const title = posts.length === 1 ? 'Top product' : `Top ${posts.length} products`
  const all =
    count === undefined
      ? 'There are no others.'
      : `That is all there is: ${posts.length}, not ${count}.`
  return [
    `**${title}${subject}: ${span}**`,
    productList(left, posts.length - left.length),
    ...(posts.length < limit || left.length === 0 ? [all] : []),
    ...(isTooLong || (count ?? limit) > COUNT.max ? [AT_MOST] : []),
    ...(request.isRising ? [LEADERS_ONLY] : []),
    ...notes,
  ]
}

const LEADERS_ONLY = 'Ranked by total votes, not momentum.'

function emptyRanking({ source, window }: Ranking, span: string, subject: string): string {
  if (!window) return 'There are no launches yet.'
  const sentence = `Nothing${subject} launched in this window: ${span}.`
  if (source !== 'product-hunt' || window.label !== 'today') return sentence
  return `${sentence} Product Hunt's day begins at midnight Pacific time: it may not have begun there.`
}
