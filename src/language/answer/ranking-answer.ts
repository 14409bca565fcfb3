import { COUNT } from '../../ranking/limits.ts'
import type { Product } from '../../ranking/product.ts'
import type { Window } from '../../ranking/window.ts'
import type { Provenance } from '../../sources/source.ts'
import { productList } from './product-list.ts'
import { sourceLine } from './source-line.ts'
import { instantInWords, windowInWords, zoneInWords } from './window-in-words.ts'

export interface Ranking extends Provenance {
  posts: Product[]
  limit: number
  /** Absent for all time. */
  window?: Window
}

interface Asking {
  /** The zone whose days the window is told in. */
  tz: string
  /** Whether more were asked for than a ranking names. */
  tooMany: boolean
  /** Whether it was to be ranked by comments. */
  byComments: boolean
}

/** A ranking in Markdown: what it is, the products, and where and when they are from. */
export function rankingAnswer(ranking: Ranking, { tz, tooMany, byComments }: Asking): string {
  const { posts, limit, window } = ranking
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  if (posts.length === 0) return [nothing(ranking, span), footer(ranking)].join('\n\n')

  const title = posts.length === 1 ? 'Top product' : `Top ${posts.length} products`
  const remark = remarkOn(posts.length, limit, tooMany)
  const order = byComments ? 'I rank by votes: I have no ranking by comments.' : ''
  return [`**${title}: ${span}**`, productList(posts), order, remark, ranking.note, footer(ranking)]
    .filter(Boolean)
    .join('\n\n')
}

function nothing({ source, window, note }: Ranking, span: string): string {
  if (note) return note
  if (!window) return 'There are no launches yet.'
  const plain = `Nothing launched in this window: ${span}.`
  if (source !== 'product-hunt' || window.label !== 'today') return plain
  const remark = "Product Hunt's day begins at midnight Pacific time: it may not have begun there."
  return `${plain} ${remark}`
}

function remarkOn(found: number, limit: number, tooMany: boolean): string {
  if (found < limit) return `That is all there is: ${found}, not ${limit}.`
  return tooMany ? `I name ${COUNT.max} at most.` : ''
}

function footer({ window, ...provenance }: Ranking): string {
  const source = sourceLine(provenance)
  if (!window) return source
  const { postedAfter, postedBefore } = window
  return `${source} Window: ${instantInWords(postedAfter)} to ${instantInWords(postedBefore)}.`
}
