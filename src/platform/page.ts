import { gt, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { withinBounds } from './page-bounds.ts'
import { PlatformError } from './platform-error.ts'

/** The page of a list with cursors. The cursors come from the `meta` of another page. */
export const PageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Items per page. There are fewer if they are large: continue with `meta.next`.'),
  affix: z
    .enum(['append', 'prepend'])
    .default('append')
    .describe('Whether the page is after `id` or before it.'),
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be an id from `meta` of another page')
    .transform(Number)
    .optional()
    .describe(
      'The cursor. Without it, the page is the first one or, with `prepend`, the last one.',
    ),
})

export type PageQuery = z.output<typeof PageQuery>

const Cursor = (affix: 'append' | 'prepend') =>
  z.object({ affix: z.literal(affix), id: z.string() }).optional()

export const PageMeta = z
  .object({
    current: z.object({ limit: z.int(), count: z.int() }),
    next: Cursor('append').describe('Absent if the page is empty: that is the end.'),
    previous: Cursor('prepend').describe('Absent if there is nothing before the page.'),
  })
  .meta({ id: 'PageMeta' })

interface Part {
  bound: SQL | undefined
  /** Whether the latest come first. */
  isBackwards: boolean
  limit: number
}

interface Found<Row> {
  rows: readonly Row[]
  /** The number within the limit, including those left out because of their size. */
  found: number
}

interface CursorList<Row, Item> {
  column: SQLiteColumn
  isLatestFirst?: boolean
  read(part: Part): Promise<Found<Row>>
  /** The items of rows, in the order of the rows. */
  describe(rows: readonly Row[]): Promise<readonly Item[]>
}

/**
 * A page of a list that is sorted by a unique number: ascending, unless the latest come first.
 * Pages are bounded by that number, so they do not shift when rows are added or deleted.
 */
export async function readPage<Row extends { id: number }, Item>(
  { limit, affix, id }: PageQuery,
  { column, isLatestFirst = false, read, describe }: CursorList<Row, Item>,
) {
  const isPrepended = affix === 'prepend'
  const isBackwards = isPrepended !== isLatestFirst
  const after = isBackwards ? lt : gt
  const bound = id === undefined ? undefined : after(column, id)
  const { rows, found } = await read({ bound, isBackwards, limit: limit + 1 })
  const data = withinBounds(await describe(rows.slice(0, limit)), (item) => item)
  const ids = rows.slice(0, data.length).map((row) => String(row.id))
  const hasEarlier = isPrepended ? found > data.length : id !== undefined
  const [nearest, farthest] = [ids.at(0), ids.at(-1)]
  const [first, last] = isPrepended ? [farthest, nearest] : [nearest, farthest]
  const meta: z.output<typeof PageMeta> = {
    current: { limit, count: data.length },
    ...(last && { next: { affix: 'append', id: last } }),
    ...(first && hasEarlier && { previous: { affix: 'prepend', id: first } }),
  }
  return { data: isPrepended ? data.reverse() : data, meta }
}

/** A front end shows fewer items at once than a server reads. */
const MAX_FOR_USERS = 100

/** @throws PlatformError `ERR_BAD_REQUEST` if a user asks for a longer page than users get. */
export function assertPageSize(
  { limit, perPage }: { limit?: unknown; perPage?: unknown },
  isUser: boolean,
): void {
  if (!isUser || Number(limit ?? perPage ?? 0) <= MAX_FOR_USERS) return
  const name = limit === undefined ? 'perPage' : 'limit'
  const reason = `must be at most ${MAX_FOR_USERS} with an auth token`
  throw new PlatformError('ERR_BAD_REQUEST', `${name} ${reason}.`, {
    details: { [name]: [reason] },
  })
}
