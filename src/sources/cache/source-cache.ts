import { LRUCache } from 'lru-cache'
import { untilAborted } from '../../core/abort.ts'
import { AppError } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import type { LaunchesPage } from '../source.ts'

export type Load = (signal: AbortSignal) => Promise<LaunchesPage>

/** Answers that other processes share. They may be of any age up to a day. */
export interface SharedAnswers {
  get(key: string): Promise<LaunchesPage | undefined>
  set(key: string, answer: LaunchesPage): Promise<void>
  /** Loads and sets an answer, unless another process is doing so, or has one that is newer. */
  load?(key: string, load: Load, options: SharedLoad): Promise<LaunchesPage>
}

export interface SharedLoad {
  /** The `asOf` of the best answer known, if there is one. */
  newerThan: string | undefined
  signal: AbortSignal
}

export interface SourceCacheOptions {
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  log: Log
  /** Keeps a Worker alive until the promise has settled, even if the caller has left. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined
  shared?: SharedAnswers | undefined
  /**
   * Whether callers wait for a refresh and get the earlier answer only if it fails: for callers that
   * have a cache of their own.
   */
  waitsForRefresh?: boolean
}

export interface SourceCache {
  /**
   * The answer for a key. One that is no longer fresh is served at once and refreshed in the
   * background; its `stale` is true if the last refresh failed. Rejects only if there is no answer.
   */
  read(key: string, load: Load, signal?: AbortSignal): Promise<LaunchesPage>
}

/** The age up to which an answer is fresh, and the age up to which it may be served. */
const FRESH_MS = 60_000
export const STALE_MS = 86_400_000

/** The wait after a failed refresh. */
const COOLDOWN_MS = 5_000

/** A caller waits no longer for a refresh. */
const MAX_WAIT_MS = 9_800

/** Longer than any refresh takes. On Workers one can stop silently, with the request that began it. */
const MAX_REFRESH_MS = 15_000

const MAX_ANSWERS = 1_000
const MAX_CHARACTERS = 16 * 1024 * 1024

/** The clocks of two machines may differ by this. */
const SKEW_MS = 5_000

interface Cached {
  answer: LaunchesPage
  /** The instant of its reading, by our own monotonic clock. */
  readAtMs: number
}

/** A refresh that is going on. It is aborted when the last caller who waits for it has left. */
interface Refresh {
  startedAtMs: number
  waiters: number
  readonly abort: AbortController
}

/** Caches the answers of a live source. Equal questions share one refresh. */
export function createSourceCache(options: SourceCacheOptions): SourceCache {
  const { now, clock, log, waitUntil = () => {}, shared, waitsForRefresh = false } = options
  const refreshes = new Map<string, Refresh>()

  const cache = new LRUCache<string, Cached, Load>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ answer }, key) => key.length + JSON.stringify(answer).length,
    ttl: FRESH_MS,
    ttlResolution: 0,
    // An entry that was set at zero would never expire.
    perf: { now: () => clock() + 1 },
    // An entry that is evicted while it is refreshed still has callers.
    ignoreFetchAbort: true,

    async fetchMethod(key, known, { options, context: load }) {
      const refresh = { startedAtMs: clock(), waiters: 0, abort: new AbortController() }
      refreshes.set(key, refresh)
      const work = newest(key, known, load, refresh.abort.signal)
      waitUntil(work.catch(() => {}))
      try {
        const { freshForMs, ...cached } = await work
        // An entry expires when it is older than this.
        options.ttl = Math.max(1, freshForMs - 1)
        return cached
      } finally {
        if (refreshes.get(key) === refresh) refreshes.delete(key)
      }
    },
  })

  const ageMs = ({ readAtMs }: Cached) => clock() - readAtMs
  const canServe = (cached: Cached | undefined) => cached !== undefined && ageMs(cached) < STALE_MS

  /** A new answer, or the best that there is. */
  const newest = async (
    key: string,
    known: Cached | undefined,
    load: Load,
    signal: AbortSignal,
  ) => {
    const found = await fromShared(key)
    const best = later(known, found)
    // Without an answer of our own, one of any age is served first.
    const isEnough = best && best === found && (!known || ageMs(best) < FRESH_MS)
    if (isEnough) return { ...best, freshForMs: FRESH_MS - ageMs(best) }
    return loaded(key, best, load, signal).catch((error) => earlier(best, error))
  }

  const loaded = async (key: string, best: Cached | undefined, load: Load, signal: AbortSignal) => {
    const newerThan = best?.answer.asOf
    const loading = shared?.load ? shared.load(key, load, { newerThan, signal }) : load(signal)
    const answer = await untilAborted(loading, signal)
    if (!shared?.load) waitUntil(share(key, answer))
    const cached = { answer, readAtMs: clock() - ageOnArrivalMs(answer) }
    return { ...cached, freshForMs: answer.stale ? COOLDOWN_MS : FRESH_MS - ageMs(cached) }
  }

  const earlier = (best: Cached | undefined, error: unknown) => {
    if (!best || !canServe(best)) throw error
    // The call policy logs failures of the upstream itself.
    if (AppError.from(error).code === 'internal') log.error('refresh-failed', { error })
    const freshForMs = Math.min(COOLDOWN_MS, STALE_MS - ageMs(best))
    return { ...best, answer: { ...best.answer, stale: true }, freshForMs }
  }

  /**
   * `asOf` is wall-clock time, perhaps of another process, and clocks get adjusted. So the age is at
   * least zero, and an answer that is not stale is at most just due for a refresh.
   */
  const ageOnArrivalMs = ({ asOf, stale }: LaunchesPage) => {
    const maxMs = stale ? STALE_MS : FRESH_MS
    return Math.min(Math.max(0, now().getTime() - Date.parse(asOf)), maxMs)
  }

  /**
   * A shared answer from the future would stay fresh until the clock catches up, so it is served but
   * refreshed. None is too old to serve, as those are removed where they are shared.
   */
  const fromShared = async (key: string): Promise<Cached | undefined> => {
    const answer = await shared?.get(key)
    if (!answer) return undefined
    const age = now().getTime() - Date.parse(answer.asOf)
    const knownAgeMs = age < -SKEW_MS ? FRESH_MS : Math.min(Math.max(0, age), STALE_MS - 1)
    return { answer, readAtMs: clock() - knownAgeMs }
  }

  const share = async (key: string, answer: LaunchesPage) => {
    try {
      await shared?.set(key, answer)
    } catch (error) {
      log.warn('cache-write-failed', { error })
    }
  }

  const forget = (key: string) => {
    refreshes.delete(key)
    cache.delete(key)
  }

  const wait = async (key: string, fetched: Promise<Cached | undefined>, signal?: AbortSignal) => {
    const refresh = refreshes.get(key)
    if (!refresh) return fetched
    refresh.waiters += 1
    try {
      const limit = { upstream: 'The source', timeoutMs: MAX_WAIT_MS, signal }
      return await withTimeout(limit, (limited) => untilAborted(fetched, limited))
    } finally {
      refresh.waiters -= 1
      if (signal?.aborted && refresh.waiters === 0) {
        refresh.abort.abort(signal.reason)
        if (refreshes.get(key) === refresh) forget(key)
      }
    }
  }

  return {
    async read(key, load, signal) {
      signal?.throwIfAborted()
      const refresh = refreshes.get(key)
      if (refresh && clock() - refresh.startedAtMs >= MAX_REFRESH_MS) forget(key)

      const known = cache.peek(key, { allowStale: true })
      const allowStale = !waitsForRefresh && canServe(known)
      const cached = await wait(key, cache.fetch(key, { allowStale, context: load }), signal)
      if (!cached) throw new AppError('unavailable', 'Products are not available right now.')
      const { answer } = cached
      // An answer of another process may be due for a refresh.
      const isDue = !known && !answer.stale && ageMs(cached) >= FRESH_MS
      if (isDue) void cache.fetch(key, { allowStale: true, forceRefresh: true, context: load })
      return answer
    },
  }
}

function later(known: Cached | undefined, found: Cached | undefined) {
  return known && (!found || known.readAtMs >= found.readAtMs) ? known : found
}
