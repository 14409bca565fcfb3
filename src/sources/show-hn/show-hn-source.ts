import * as z from 'zod'
import { unreadableAnswer } from '../../core/upstream/upstream-error.ts'
import { createLeaderboard } from '../../ranking/leaderboard.ts'
import type { Product } from '../../ranking/product.ts'
import { isInWindow } from '../../ranking/window.ts'
import type { Budget } from '../call-policy/call-policy.ts'
import { firstBytes } from '../first-bytes.ts'
import { offsetOf } from '../offset.ts'
import { requestJson } from '../request-json.ts'
import type { Caller, RequestedWindow, SearchIndex, UpstreamSource } from '../source.ts'
import { hourlyBudget } from './hourly-budget.ts'
import { STORY_FIELDS, Story } from './story.ts'

interface ShowHnOptions {
  /** Replaces the public search of Hacker News. */
  url?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  /** Called before every request, with what may still be asked. */
  onBudget?: ((budget: Budget) => void) | undefined
  /** Called with how many stories were dropped: unreadable, or outside of the window. */
  onDropped?: ((count: number) => void) | undefined
}

export const SHOW_HN = 'Show HN'
const API = 'https://hn.algolia.com/api/v1'

/** The most that the search returns to one question. */
export const MAX_HITS = 1_000

/** Enough for so many stories with their texts, should these be sent all the same. */
const MAX_BYTES = 8 * 1024 * 1024

/** The search rejects longer queries. */
const MAX_QUERY_BYTES = 512

const Answer = z.object({ hits: z.array(Story), nbHits: z.int().min(0).nullable().catch(null) })

/**
 * Launches shown on Hacker News, with points as votes. One call reads a whole window, which is ranked
 * here; of more than a thousand stories the search returns those with the most points.
 */
export function showHnSource(options: ShowHnOptions): UpstreamSource & SearchIndex {
  const { url = API, fetch, now, clock, onBudget, onDropped } = options
  const spendCall = hourlyBudget({ clock })

  const stories = async (parameters: Record<string, string>, { signal }: Caller) => {
    onBudget?.(spendCall())
    const query = new URLSearchParams({
      tags: 'show_hn',
      attributesToRetrieve: STORY_FIELDS.join(','),
      attributesToHighlight: '',
      ...parameters,
    })
    const { value } = await requestJson({
      upstream: SHOW_HN,
      url: `${url}/search?${query}`,
      schema: Answer,
      maxBytes: MAX_BYTES,
      fetch,
      signal,
      now,
    })
    const { hits, nbHits } = value
    const readable = hits.filter((story) => story !== null)
    // A list without one usable story is a failure, and no empty ranking.
    if (readable.length === 0 && hits.length > 0) {
      throw unreadableAnswer(SHOW_HN, 'no story has all its fields')
    }
    return { readable, found: nbHits ?? hits.length, unreadable: hits.length - readable.length }
  }

  const result = (products: readonly Product[]) => ({
    products: [...products],
    source: 'show-hn' as const,
    asOf: now().toISOString(),
    stale: false,
  })

  const drop = (count: number) => {
    if (count > 0) onDropped?.(count)
  }

  /** The launches of a window, best first, and how many there are with those that are not returned. */
  const ranked = async (window: RequestedWindow | undefined, caller: Caller) => {
    const filters = window && { numericFilters: launchedIn(window) }
    const parameters = { hitsPerPage: String(MAX_HITS), ...filters }
    const { readable, unreadable, found } = await stories(parameters, caller)
    const inside = readable.filter(({ launchedAt }) => !window || isInWindow(launchedAt, window))
    const dropped = unreadable + readable.length - inside.length
    drop(dropped)
    const products = createLeaderboard(distinct(inside)).top(MAX_HITS)
    return { products, total: found > MAX_HITS ? found : products.length }
  }

  return {
    name: 'show-hn',

    async top({ window, limit, signal }) {
      const { products } = await ranked(window, { signal })
      return result(products.slice(0, limit))
    },

    async launches({ window, limit, after, signal }) {
      const start = offsetOf(after)
      const { products, total } = await ranked(window, { signal })
      const end = start + limit
      const next = end < products.length ? String(end) : undefined
      return { ...result(products.slice(start, end)), total, next }
    },

    async product({ id, signal }) {
      if (!STORY_ID.test(id)) return result([])
      const { readable } = await stories({ tags: `show_hn,story_${id}` }, { signal })
      return result(readable.filter((story) => story.id === id))
    },

    async search({ query, limit, signal }) {
      const words = firstBytes(query, MAX_QUERY_BYTES)
      const parameters = { query: words, hitsPerPage: String(limit) }
      const { readable, unreadable } = await stories(parameters, { signal })
      drop(unreadable)
      return result(distinct(readable).slice(0, limit))
    },
  }
}

const STORY_ID = /^\d{1,18}$/

/** The instants of stories are whole seconds. */
function launchedIn({ postedAfter, postedBefore }: RequestedWindow) {
  const from = Math.ceil(Date.parse(postedAfter) / 1000)
  const until = Math.ceil(Date.parse(postedBefore) / 1000)
  return `created_at_i>${from - 1},created_at_i<${until}`
}

function distinct(stories: readonly Product[]): Product[] {
  return [...new Map(stories.map((story) => [story.id, story])).values()]
}
