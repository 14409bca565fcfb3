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

/** The position of a page: after an item of a list, or before it. */
export interface Cursor {
  affix: 'append' | 'prepend'
  id: string
}

/** A page of a list with cursors. `affix` and `id` are the cursor of another page. */
export interface CursorOptions extends CallOptions {
  limit?: number | undefined
  affix?: Cursor['affix'] | undefined
  id?: string | undefined
}

export interface Cursors {
  /** The positions of the neighbouring pages. */
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

/** Page by page, to the end in the direction of `affix`. */
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
    // On the hosted platform the last page can be empty.
    if (data.length > 0 || query.id === id) yield page
    const following = page[affix === 'prepend' ? 'previous' : 'next']
    if (!following) return
    if (following.id === query.id) throw repeatedPage()
    Object.assign(query, following)
  }
}

/** A page of a list with numbered pages, starting with 1. */
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

/** Page by page, starting with the given one. */
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

function repeatedPage() {
  return new PlatformClientError('unreadable', 'The platform returned the same cursor twice.')
}
