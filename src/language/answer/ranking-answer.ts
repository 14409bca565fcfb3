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
  /** Absent for an all-time ranking. */
  window?: Window
}

interface Options {
  /** The time zone in which the dates of the window are formatted. */
  tz: string
  /** Whether the requested count is above `COUNT.max`. */
  tooMany: boolean
  /** Whether a ranking by comments was requested. */
  byComments: boolean
}

/** A ranking as Markdown: a heading, the products, and their source and window. */
export function rankingAnswer(ranking: Ranking, { tz, tooMany, byComments }: Options): string {
  const { posts, limit, window } = ranking
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  if (posts.length === 0) return [emptyRanking(ranking, span), footer(ranking)].join('\n\n')

  const title = posts.length === 1 ? 'Top product' : `Top ${posts.length} products`
  const remark = countRemark(posts.length, limit, tooMany)
  const order = byComments ? 'I rank by votes: I have no ranking by comments.' : ''
  return [`**${title}: ${span}**`, productList(posts), order, remark, ranking.note, footer(ranking)]
    .filter(Boolean)
    .join('\n\n')
}

function emptyRanking({ source, window, note }: Ranking, span: string): string {
  if (note) return note
  if (!window) return 'There are no launches yet.'
  const sentence = `Nothing launched in this window: ${span}.`
  if (source !== 'product-hunt' || window.label !== 'today') return sentence
  const remark = "Product Hunt's day begins at midnight Pacific time: it may not have begun there."
  return `${sentence} ${remark}`
}

function countRemark(found: number, limit: number, tooMany: boolean): string {
  if (found < limit) return `That is all there is: ${found}, not ${limit}.`
  return tooMany ? `I name ${COUNT.max} at most.` : ''
}

function footer({ window, ...provenance }: Ranking): string {
  const source = sourceLine(provenance)
  if (!window) return source
  const { postedAfter, postedBefore } = window
  return `${source} Window: ${instantInWords(postedAfter)} to ${instantInWords(postedBefore)}.`
}
