import type { Listing } from './listing.ts'
import { type Platform, platform } from './platform-client.ts'

const PER_PAGE = 100

/** All that a numbered listing has, page after page: people look for one by its name. */
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
