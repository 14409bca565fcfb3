import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { productList } from '../language/answer/products.ts'
import { instantInWords } from '../language/answer/wording.ts'
import { Product } from '../ranking/product.ts'
import { Provenance, SOURCES } from '../sources/source.ts'
import { notOurs } from './service.node.ts'
import type { Cell } from './table.node.ts'

/** The rows of an answer, their headings, and where it comes from. */
export interface View extends Provenance {
  head: string[]
  rows: Cell[][]
  markdown?: string
}

const Listed = Product.extend({ gained: z.number().optional(), expected: z.number().optional() })

const List = z
  .object({ posts: z.array(Listed), hits: z.array(Listed), ...Provenance.shape })
  .partial({ posts: true, hits: true })
  .refine(({ posts, hits }) => posts ?? hits)
  .transform(({ posts: ranked, hits, ...provenance }): View => {
    const posts = ranked ?? hits ?? []
    const isRising = posts.some(({ gained }) => gained !== undefined)
    const movement = isRising ? ['GAINED', 'EXPECTED'] : []
    const rows = posts.map((post, at) => {
      const { name, votesCount, gained = null, expected = null, launchedAt, topics } = post
      const moved = isRising ? [gained, expected] : []
      return [at + 1, name, votesCount, ...moved, launchedAt, topics.join(', ')]
    })
    const head = ['#', 'NAME', 'VOTES', ...movement, 'LAUNCHED', 'TOPICS']
    return { ...provenance, head, rows, markdown: productList(posts) || 'No products.' }
  })

const Rank = z.object({ rank: z.number(), of: z.number().nullable() })

const Details = z
  .object({
    product: Product,
    ranks: z.record(z.string(), Rank.nullable()),
    ...Provenance.shape,
  })
  .transform(({ product, ranks, ...provenance }): View => {
    const fields = Object.entries(product).map(([name, value]) => [name, String(value ?? '')])
    const places = Object.entries(ranks).flatMap(([window, place]) =>
      place ? [[`rank of the ${window}`, [place.rank, place.of ?? []].flat().join(' of ')]] : [],
    )
    const rows = [...fields, ...places]
    return { ...provenance, head: ['FIELD', 'VALUE'], rows }
  })

const Point = z.object({
  at: z.iso.datetime(),
  votes: z.number(),
  comments: z.number().nullable(),
  rank: z.number().nullable(),
})

const History = z
  .object({ points: z.array(Point), ...Provenance.shape })
  .transform(({ points, ...provenance }): View => {
    const rows = points.map(({ at, votes, comments, rank }) => [at, votes, comments, rank])
    return { ...provenance, head: ['AT', 'VOTES', 'COMMENTS', 'RANK'], rows }
  })

const VIEWS = { list: List, product: Details, history: History }

export type ViewName = keyof typeof VIEWS

/** How an answer is shown. @throws ClientError if the answer has another shape. */
export function viewOf(view: ViewName, text: string): View {
  const { data } = VIEWS[view].safeParse(tryParseJson(text))
  if (data === undefined) throw notOurs()
  return data
}

/** Where an answer comes from, and how old it is. */
export function footer({ source, asOf, stale, note }: Provenance): string {
  const earlier = stale ? ' This is an earlier answer: the source does not respond.' : ''
  const notes = note === undefined ? '' : ` ${printable(note)}`
  return `Source: ${SOURCES[source].label}, read ${instantInWords(asOf)}.${earlier}${notes}`
}
