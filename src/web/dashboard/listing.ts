import { platform } from './platform-client.ts'

/** More than a dashboard shows. */
const MAX_LISTED = 1000

/** The first page of one of the platform's numbered lists. */
export interface Listing<Item> {
  data: Item[]
  meta: { pagination: { total: number } }
}

export function listing<Item>(path: string, signal: AbortSignal): Promise<Listing<Item>> {
  return platform.value.request(path, { query: { perPage: MAX_LISTED }, signal })
}
