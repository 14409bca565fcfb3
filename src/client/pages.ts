import { isRecord } from '../core/json.ts'
import type { Answer } from './api.ts'
import { unreadable } from './client-error.ts'
import type { CallOptions } from './send.ts'

/** The position of a page: after an item of a list, or before it. */
export interface Cursor {
  affix: 'append' | 'prepend'
  id: string
}

/** A page of a list with cursors. `affix` and `id` are the cursor of another page. */
export interface CursorOptions extends CallOptions, Partial<Cursor> {
  limit?: number
}

export interface Cursors {
  /** The positions of the neighbouring pages. */
  next: Cursor | undefined
  previous: Cursor | undefined
}

type CursorPage<Item> = Answer<{ data: Item[]; meta: Partial<Cursors> }>

/** Page by page, to the end in the direction of `affix`. */
export async function* cursorPages<Item>(
  options: CursorOptions,
  read: (query: Omit<CursorOptions, keyof CallOptions>, call: CallOptions) => CursorPage<Item>,
): AsyncGenerator<Cursors & { items: Item[] }> {
  const { query: first, call } = separate(options)
  for (let query = first; ; ) {
    const { items, meta } = await itemsOf(read(query, call))
    const { next, previous } = meta ?? {}
    // On the hosted platform the last page can be empty.
    if (items.length > 0 || query === first) yield { items, next, previous }
    const following = first.affix === 'prepend' ? previous : next
    if (!following) return
    if (following.id === query.id) throw unreadable(undefined, 'the same cursor twice')
    query = { ...first, affix: following.affix, id: following.id }
  }
}

/** A page of a list with numbered pages, starting with 1. */
export interface ListOptions extends CallOptions {
  page?: number
  perPage?: number
}

type NumberedPage<Item> = Answer<{
  data: Item[]
  meta: { pagination: { total_pages: number }; next?: { affix: 'append'; id: string } | undefined }
}>

interface NumberedQuery extends Omit<ListOptions, keyof CallOptions> {
  affix?: 'append'
  id?: string
}

/** Page by page, starting with the given one. Our own platform ends a page early by its size. */
export async function* numberedPages<Item>(
  options: ListOptions,
  read: (query: NumberedQuery, call: CallOptions) => NumberedPage<Item>,
): AsyncGenerator<Item[]> {
  const { query: first, call } = separate(options)
  for (let query: NumberedQuery = first; ; ) {
    const { items, meta } = await itemsOf(read(query, call))
    if (items.length > 0 || query === first) yield items
    const page = query.page ?? 1
    if (items.length === 0) return
    if (meta?.next) query = { ...first, ...meta.next }
    else if (query.id === undefined && page < (meta?.pagination?.total_pages ?? 0))
      query = { ...first, page: page + 1 }
    else return
  }
}

/** The given page, by default the first one. */
export async function onePage<Options extends CallOptions, Item>(
  options: Options,
  read: (query: Omit<Options, keyof CallOptions>, call: CallOptions) => Answer<{ data: Item[] }>,
): Promise<Item[]> {
  const { query, call } = separate(options)
  return (await itemsOf(read(query, call))).items
}

/** The query of a list, and the options of the call. */
function separate<Options extends CallOptions>(options: Options) {
  const { onBehalfOf, signal, timeoutMs, ...query } = options
  return { query, call: { onBehalfOf, signal, timeoutMs } }
}

async function itemsOf<Item, Meta>(answer: Answer<{ data: Item[]; meta?: Meta }>) {
  const { data: json } = await answer
  if (!isRecord(json) || !Array.isArray(json.data)) throw unreadable(undefined, 'not a list')
  return { items: json.data, meta: json.meta }
}
