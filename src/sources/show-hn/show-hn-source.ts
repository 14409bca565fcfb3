import * as z from 'zod'
import { unreadableAnswer } from '../../core/upstream/upstream-error.ts'
import { createLeaderboard } from '../../ranking/leaderboard.ts'
import type { Product } from '../../ranking/product.ts'
import { isInWindow } from '../../ranking/window.ts'
import { requestJson } from '../request-json.ts'
import type { Cancellable, RequestedWindow, SearchIndex, UpstreamSource } from '../source.ts'
import { type LiveSourceKind, SOURCES } from '../source.ts'
import type { Budget } from '../upstream-calls.ts'
import { readStory, STORY_FIELDS } from './story.ts'

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

const SHOW_HN = SOURCES['show-hn'].label
const SHOW_HN_API = 'https://hn.algolia.com/api/v1'
/** Calls an hour, by address. */
const SHOW_HN_BUDGET = { total: 10_000, periodMs: 3_600_000 }

export const showHn: LiveSourceKind = {
  url: SHOW_HN_API,
  needsToken: false,
  budget: SHOW_HN_BUDGET,
  create(options) {
    const source = showHnSource(options)
    return { source, search: source }
  },
}

/** The most that the search returns to one question. */
const MAX_HITS = 1_000

/** A window is split into parts of this many stories, up to this many parts, some read at once. */
const PART_HITS = 700
const MAX_PARTS = 32
const PARTS_AT_ONCE = 4

/** Enough for the stories of a part with their texts, should these be sent all the same. */
const MAX_BYTES = 8 * 1024 * 1024

const Answer = z.object({
  hits: z.array(z.unknown().transform(readStory)),
  nbHits: z.int().min(0).nullable().catch(null),
})

interface Stories {
  inside: readonly Product[]
  /** How many there are, including stories that the search does not return. */
  found: number
}

/**
 * Launches shown on Hacker News, with points as votes. One call reads a window, which is ranked here.
 * Of more than a thousand stories the search returns those with the most points: the best of a window
 * are among them, and all launches are read in parts.
 */
function showHnSource(options: ShowHnOptions): UpstreamSource & SearchIndex {
  const { url = SHOW_HN_API, fetch, now, clock, onBudget, onDropped } = options
  const spendCall = hourlyBudget(clock)

  const stories = async (parameters: Record<string, string>, { signal }: Cancellable) => {
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
    drop(hits.length - readable.length)
    return { readable, found: nbHits ?? hits.length }
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

  const ofWindow = async (window: RequestedWindow | undefined, caller: Cancellable) => {
    const filters = window && { numericFilters: launchedIn(window) }
    const parameters = { hitsPerPage: String(MAX_HITS), ...filters }
    const { readable, found } = await stories(parameters, caller)
    const inside = readable.filter(({ launchedAt }) => !window || isInWindow(launchedAt, window))
    drop(readable.length - inside.length)
    return { inside, found }
  }

  /** All stories of a window, in parts if they are too many for one answer. */
  const allOf = async (window: RequestedWindow, caller: Cancellable): Promise<Stories> => {
    const whole = await ofWindow(window, caller)
    const count = Math.ceil(whole.found / PART_HITS)
    if (whole.found <= MAX_HITS || count > MAX_PARTS) return whole
    const windows = partsOf(window, count)
    const parts: Stories[] = []
    while (windows.length > 0) {
      const some = windows.splice(0, PARTS_AT_ONCE)
      parts.push(...(await Promise.all(some.map((part) => ofWindow(part, caller)))))
    }
    const inside = [...whole.inside, ...parts.flatMap((part) => part.inside)]
    return { inside, found: parts.reduce((sum, { found }) => sum + found, 0) }
  }

  return {
    name: 'show-hn',

    async top({ window, limit, signal }) {
      const { inside } = await ofWindow(window, { signal })
      return result(ranked(inside).slice(0, limit))
    },

    async launches({ window, signal }) {
      const read = window ? allOf(window, { signal }) : ofWindow(window, { signal })
      const { inside, found } = await read
      const products = ranked(inside)
      const total = found > MAX_HITS ? Math.max(found, products.length) : products.length
      const missing = total > products.length ? { note: partialNote(products.length, total) } : {}
      return { ...result(products), ...missing, total }
    },

    async product({ id, signal }) {
      if (!STORY_ID.test(id)) return result([])
      const { readable } = await stories({ tags: `show_hn,story_${id}` }, { signal })
      return result(readable.filter((story) => story.id === id))
    },

    async search({ query, limit, signal }) {
      const parameters = { query, hitsPerPage: String(limit) }
      const { readable } = await stories(parameters, { signal })
      return result(distinct(readable).slice(0, limit))
    },
  }
}

const STORY_ID = /^\d{1,18}$/

/** Counted here, because the search does not say what is left. */
function hourlyBudget(clock: () => number): () => Budget {
  const { total, periodMs } = SHOW_HN_BUDGET
  let remaining = total
  let endsAtMs = clock() + periodMs
  return () => {
    if (clock() >= endsAtMs) {
      remaining = total
      endsAtMs = clock() + periodMs
    }
    remaining -= 1
    return { total, remaining, resetMs: endsAtMs - clock() }
  }
}

/** The instants of stories are whole seconds. */
function launchedIn({ postedAfter, postedBefore }: RequestedWindow) {
  const from = Math.ceil(Date.parse(postedAfter) / 1000)
  const until = Math.ceil(Date.parse(postedBefore) / 1000)
  return `created_at_i>${from - 1},created_at_i<${until}`
}

/** Equal parts of a window. */
function partsOf({ postedAfter, postedBefore }: RequestedWindow, count: number) {
  const from = Date.parse(postedAfter)
  const lengthMs = Date.parse(postedBefore) - from
  const bound = (part: number) =>
    new Date(from + Math.round((lengthMs * part) / count)).toISOString()
  return Array.from({ length: count }, (_, part) => ({
    postedAfter: bound(part),
    postedBefore: bound(part + 1),
  }))
}

function ranked(stories: readonly Product[]): readonly Product[] {
  return createLeaderboard(distinct(stories)).products
}

function distinct(stories: readonly Product[]): Product[] {
  return [...new Map(stories.map((story) => [story.id, story])).values()]
}

function partialNote(shown: number, total: number) {
  return `Of ${total} launches the ${shown} that the search of ${SHOW_HN} returns are listed.`
}
