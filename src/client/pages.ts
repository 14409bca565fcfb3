import { asRecord } from '../core/json.ts'
import type { Arguments, CallOperation, InitOf, PathOf } from './api.ts'
import { unreadableResponse } from './client-error.ts'
import type { AnswerOf } from './types.ts'

/** The listings: those of the chat platform, and the launches of a timeframe. */
export type ListingPath = {
  [Path in PathOf<'get'>]: AnswerOf<Path> extends { data: unknown[] } | { nextCursor: unknown }
    ? Path
    : never
}[PathOf<'get'>]

type Query = Readonly<Record<string, unknown>>

/** Iterates over listings. */
export function pagesOf(call: CallOperation) {
  /** Page by page, from the given one to the end, in the direction of `affix` where it has one. */
  return async function* pages<Path extends ListingPath, Init extends InitOf<'get', Path>>(
    path: Path,
    ...init: Arguments<Init>
  ) {
    const first = asRecord(asRecord(init[0]?.params).query)
    for (let query: Query | undefined = {}; query; ) {
      const { data } = await call<'get', Path, Init>('get', path, init, { query })
      if (data === undefined) throw unreadableResponse(undefined, 'not a list')
      const isFirst = Object.keys(query).length === 0
      const { isEmpty, next } = positionOf(data, { ...first, ...query })
      // On the hosted platform the last page can be empty.
      if (!isEmpty || isFirst) yield data
      query = next
    }
  }
}

/** Whether a page has items, and what to add to the first query for the next page. */
function positionOf(page: unknown, asked: Query) {
  const { data, posts = data, nextCursor, meta } = asRecord(page)
  if (!Array.isArray(posts)) throw unreadableResponse(undefined, 'not a list')
  const isEmpty = posts.length === 0
  const next =
    typeof nextCursor === 'string' ? { cursor: nextCursor } : nextOf(asRecord(meta), asked, isEmpty)
  if (next && Object.entries(next).every(([name, value]) => asked[name] === value)) {
    throw unreadableResponse(undefined, 'the same cursor twice')
  }
  return { isEmpty, next }
}

function nextOf(
  { next, previous, pagination }: Query,
  asked: Query,
  isEmpty: boolean,
): Query | undefined {
  const { affix, id } = asRecord(asked.affix === 'prepend' ? previous : next)
  if (typeof affix === 'string' && id !== undefined) return { affix, id }
  const page = Number(asked.page ?? 1)
  const isLast = page >= Number(asRecord(pagination).total_pages ?? 0)
  return isEmpty || isLast || asked.id !== undefined ? undefined : { page: page + 1 }
}
