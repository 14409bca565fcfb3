import { gt, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'

/** A page ends before its limit where its items would have more than this as they are stored. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** Which part of a list is asked for. What names the next part and the one before comes from us. */
export const PageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Items a page; fewer where they are large: `meta.next` leads on.'),
  affix: z
    .enum(['append', 'prepend'])
    .default('append')
    .describe('Whether the page lies after `id` or before it.'),
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be an id, as a page before gave it')
    .transform(Number)
    .optional()
    .describe('The cursor: without one the list starts at its beginning, or ends at its end.'),
})

export type PageQuery = z.output<typeof PageQuery>

const Cursor = (affix: 'append' | 'prepend') =>
  z.object({ affix: z.literal(affix), id: z.string() }).optional()

export const PageMeta = z
  .object({
    current: z.object({ limit: z.int(), count: z.int() }),
    next: Cursor('append').describe('Absent from a page without items: that is the end.'),
    previous: Cursor('prepend').describe('Absent where nothing lies before the page.'),
  })
  .meta({ id: 'PageMeta' })

interface Part {
  bound: SQL | undefined
  /** Whether the latest are wanted, and come first. */
  isBackwards: boolean
  limit: number
}

interface Read<Row> {
  rows: readonly Row[]
  /** How many there were within the limit, where bytes may have left some of them out. */
  found: number
}

/**
 * A page of a list in the order of a number that is never given twice, ascending unless the latest
 * come first. It is cut by that number and not by counting, so what comes and goes elsewhere moves
 * nothing.
 */
export async function readPage<Row extends { id: number }>(
  column: SQLiteColumn,
  { limit, affix, id }: PageQuery,
  read: (part: Part) => Promise<Read<Row>>,
  { isLatestFirst = false } = {},
) {
  const isBackwards = affix === 'prepend'
  const isDescending = isBackwards !== isLatestFirst
  const after = isDescending ? lt : gt
  const { rows, found } = await read({
    bound: id === undefined ? undefined : after(column, id),
    isBackwards: isDescending,
    limit: limit + 1,
  })
  const items = isBackwards ? rows.slice(0, limit).reverse() : rows.slice(0, limit)
  const hasEarlier = isBackwards ? found > items.length : id !== undefined
  const [first, last] = [items.at(0), items.at(-1)]
  const meta: z.output<typeof PageMeta> = {
    current: { limit, count: items.length },
    ...(last && { next: { affix: 'append', id: String(last.id) } }),
    ...(first && hasEarlier && { previous: { affix: 'prepend', id: String(first.id) } }),
  }
  return { items, meta }
}
