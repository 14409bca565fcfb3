import { type Platform, platform } from './platform-client.ts'

const PER_PAGE = 100

/** A page of one of the platform's numbered lists. */
export interface Listing<Item> {
  data: Item[]
  meta: { pagination: Pagination }
}

interface Pagination {
  total: number
  per_page: number
  current_page: number
  total_pages: number
}

/** All items of a numbered list. */
export async function listAll<Item>(
  path: string,
  signal: AbortSignal,
  from: Platform = platform.value,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, perPage: PER_PAGE }
    const { data, meta } = await from.request<Listing<Item>>(path, { query, signal })
    items.push(...data)
    if (page >= meta.pagination.total_pages) return items
  }
}
