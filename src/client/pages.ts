import { PlatformClientError } from './client-error.ts'
import { type CallOptions, checked } from './options.ts'
import {
  filledText,
  id,
  integer,
  list,
  loose,
  number,
  oneOf,
  optional,
  orNothing,
  type Schema,
  strict,
} from './schema.ts'
import type { Send } from './send.ts'

/** Where a page begins: after an item of a list, or before it. */
export interface Cursor {
  affix: 'append' | 'prepend'
  id: string
}

/** A part of a list that is cut by cursors. `affix` and `id` are the cursor of another page. */
export interface CursorOptions extends CallOptions {
  limit?: number | undefined
  affix?: Cursor['affix'] | undefined
  id?: string | undefined
}

export interface Cursors {
  /** Where the pages on both sides begin. */
  next: Cursor | undefined
  previous: Cursor | undefined
}

interface Page<Item> extends Cursors {
  items: Item[]
}

const Affix = oneOf(['append', 'prepend'])

const PageQuery = strict<Omit<CursorOptions, keyof CallOptions>>({
  limit: optional(integer(1, 1000)),
  affix: optional(Affix),
  id: optional(filledText),
})

const CursorSchema = orNothing(loose<Cursor>({ affix: Affix, id }))

/** Page after page, up to the end in the direction of `affix`. */
export async function* cursorPages<Item>(
  send: Send,
  path: string,
  item: Schema<Item>,
  { limit, affix, id, ...options }: CursorOptions,
): AsyncGenerator<Page<Item>> {
  const query = { ...checked(PageQuery, { limit, affix, id }) }
  const answer = loose<{ data: Item[]; meta?: Cursors | undefined }>({
    data: list(item),
    meta: optional(loose<Cursors>({ next: CursorSchema, previous: CursorSchema })),
  })
  for (;;) {
    const { data, meta } = await send({ ...options, method: 'GET', path, query, answer })
    const page = { items: data, next: meta?.next, previous: meta?.previous }
    // The last page of some platforms has nothing on it but that it is the last.
    if (data.length > 0 || query.id === id) yield page
    const following = page[affix === 'prepend' ? 'previous' : 'next']
    if (!following) return
    if (following.id === query.id) throw standsStill()
    Object.assign(query, following)
  }
}

/** A part of a list whose pages are numbered from 1. */
export interface ListOptions extends CallOptions {
  page?: number | undefined
  perPage?: number | undefined
}

const ListQuery = strict<Omit<ListOptions, keyof CallOptions>>({
  page: optional(integer(1)),
  perPage: optional(integer(1, 1000)),
})

interface Pagination {
  pagination: { current_page: number; total_pages: number }
}

const Numbers = orNothing(
  loose<Pagination>({
    pagination: loose<Pagination['pagination']>({ current_page: number, total_pages: number }),
  }),
)

/** Page after page from the one that is named on, up to the end. */
export async function* numberedPages<Item>(
  send: Send,
  path: string,
  item: Schema<Item>,
  { page, perPage, ...options }: ListOptions,
): AsyncGenerator<Item[]> {
  const query = { ...checked(ListQuery, { page, perPage }) }
  const answer = loose<{ data: Item[]; meta?: Pagination | undefined }>({
    data: list(item),
    meta: Numbers,
  })
  for (let at = page ?? 1; ; at += 1) {
    const { data, meta } = await send({ ...options, method: 'GET', path, query, answer })
    if (data.length > 0 || query.page === page) yield data
    if (data.length === 0 || !meta || at >= meta.pagination.total_pages) return
    query.page = at + 1
  }
}

function standsStill() {
  return new PlatformClientError('unreadable', 'The platform named the same page twice.')
}
