import { LRUCache } from 'lru-cache'
import { untilAborted } from '../core/abort.ts'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import type { SharedAnswers } from '../state/shared-answers.ts'
import { UpstreamAnswer } from './source.ts'
import {
  createUpstreamCalls,
  type UpstreamCalls,
  type UpstreamCallsOptions,
} from './upstream-calls.ts'

export type Load = (signal: AbortSignal) => Promise<UpstreamAnswer>

export interface FreshOptions extends Omit<UpstreamCallsOptions, 'onPause'> {
  /** What other processes know of the same upstream and account. */
  answers?: SharedAnswers | undefined
  /** Keeps a Worker alive until the promise has settled, even if the caller has left. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined
}

/** Answers of one upstream, which is called as rarely as freshness allows. */
export interface Fresh {
  /**
   * The answer to a question. Equal questions share one call. For a minute an answer is fresh; then it
   * is served at once while the upstream is asked again, for a day if that fails: `stale` is true then.
   * Rejects only if there is nothing to serve.
   */
  read(key: string, load: Load, signal?: AbortSignal): Promise<UpstreamAnswer>
  readonly calls: UpstreamCalls
}

/** The age up to which an answer is fresh, and the age up to which it may be served. */
const FRESH_MS = 60_000
const STALE_MS = DAY_MS

/** The wait after a failed refresh. */
const COOLDOWN_MS = 5_000

/** A caller waits no longer for an answer. */
const MAX_WAIT_MS = 9_800

/** Longer than any load takes. On Workers one can stop silently, with the request that began it. */
const MAX_LOAD_MS = 15_000

const MAX_ANSWERS = 1_000
const MAX_CHARACTERS = 16 * 1024 * 1024

/** The clocks of two machines may differ by this. */
const SKEW_MS = 5_000

interface Cached {
  answer: UpstreamAnswer
  /** When it was read, by our own monotonic clock. */
  readAtMs: number
}

export function fresh({ answers, waitUntil = () => {}, ...options }: FreshOptions): Fresh {
  const { now, clock, log, upstream } = options
  const calls = createUpstreamCalls({
    ...options,
    onPause: (forMs) => answers?.pause(now().getTime() + forMs),
  })
  const loads = new Map<string, number>()

  const cache = new LRUCache<string, Cached, Load>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ answer }, key) => key.length + JSON.stringify(answer).length,
    ttl: FRESH_MS,
    ttlResolution: 0,
    // An entry that was set at zero would never expire.
    perf: { now: () => clock() + 1 },
    // An entry that is evicted while it is loaded still has callers.
    ignoreFetchAbort: true,

    async fetchMethod(key, known, { options, context: load }) {
      const startedAtMs = clock()
      loads.set(key, startedAtMs)
      const loading = newest(key, known, load)
      waitUntil(loading.catch(() => {}))
      try {
        const { freshForMs, ...cached } = await loading
        // An entry expires when it is older than this.
        options.ttl = Math.max(1, freshForMs - 1)
        return cached
      } finally {
        if (loads.get(key) === startedAtMs) loads.delete(key)
      }
    },
  })

  const ageMs = ({ readAtMs }: Cached) => clock() - readAtMs

  const newest = async (key: string, known: Cached | undefined, load: Load) => {
    const found = await fromOthers(key)
    const best = later(known, found)
    // Without an answer of our own, one of any age is served first.
    if (best && (!known || ageMs(best) < FRESH_MS)) {
      return { ...best, freshForMs: FRESH_MS - ageMs(best) }
    }
    try {
      const answer = await calls.run(load)
      answers?.write(key, JSON.stringify(answer), STALE_MS)
      return { answer, readAtMs: clock(), freshForMs: FRESH_MS }
    } catch (error) {
      return earlier(best, error)
    }
  }

  const earlier = (best: Cached | undefined, error: unknown) => {
    if (!best || ageMs(best) >= STALE_MS) throw error
    // Failures of the upstream itself are logged with its calls.
    if (AppError.from(error).code === 'internal') log.error('refresh-failed', { error })
    const freshForMs = Math.min(COOLDOWN_MS, STALE_MS - ageMs(best))
    return { ...best, answer: { ...best.answer, stale: true }, freshForMs }
  }

  /**
   * What others know. Their clocks and ours differ, so no answer is younger than new; one from the
   * future would stay fresh until the clock catches up, so it is served but refreshed.
   */
  const fromOthers = async (key: string): Promise<Cached | undefined> => {
    const others = await answers?.read(key)
    if (others?.pausedUntilMs) calls.pause(others.pausedUntilMs - now().getTime())
    const { data: answer } = UpstreamAnswer.safeParse(tryParseJson(others?.answer ?? ''))
    if (!answer) return undefined
    const age = now().getTime() - Date.parse(answer.asOf)
    const knownAgeMs = age < -SKEW_MS ? FRESH_MS : Math.min(Math.max(0, age), STALE_MS - 1)
    return { answer, readAtMs: clock() - knownAgeMs }
  }

  const forget = (key: string) => {
    loads.delete(key)
    cache.delete(key)
  }

  return {
    calls,

    async read(key, load, signal) {
      signal?.throwIfAborted()
      if (clock() - (loads.get(key) ?? Infinity) >= MAX_LOAD_MS) forget(key)
      const known = cache.peek(key, { allowStale: true })
      const allowStale = known !== undefined && ageMs(known) < STALE_MS
      const loading = cache.fetch(key, { allowStale, context: load })
      const limit = { upstream, timeoutMs: MAX_WAIT_MS, signal }
      const cached = await withTimeout(limit, (limited) => untilAborted(loading, limited))
      if (!cached) throw new AppError('unavailable', 'Products are not available right now.')
      // An answer of another process may be due for a refresh.
      const isDue = !known && !cached.answer.stale && ageMs(cached) >= FRESH_MS
      if (isDue) void cache.fetch(key, { allowStale: true, forceRefresh: true, context: load })
      return cached.answer
    },
  }
}

function later(known: Cached | undefined, found: Cached | undefined) {
  return known && (!found || known.readAtMs >= found.readAtMs) ? known : found
}
