import { AppError, errorMessage } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { checkSize } from '../../core/rows/decode-text.ts'
import { networkError } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import type { Catalogue, CatalogueSnapshot } from '../catalogue.ts'
import { type LaunchFormat, readLaunches } from './read-launches.ts'

interface UrlOptions extends LaunchFormat {
  url: string
  log: Log
  now(): Date
  clock(): number
  /** A larger body is rejected. */
  maxBytes: number
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
  /** Keeps a Worker alive until a background refresh has finished. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

interface Loaded {
  snapshot: CatalogueSnapshot
  /** Request headers that name this version to the server. */
  validators: Record<string, string>
}

/** The time for connection, headers and all of the body. */
const TIMEOUT_MS = 60_000
const REFRESH_MS = 5 * 60_000

/** The time after a failure in which the server is not called. */
const RETRY_MS = 30_000

const UPSTREAM = 'The server of the catalogue'

/**
 * The user's own launches at a URL, read on the first request and again every few minutes, with a
 * conditional request if the server sends validators. If a refresh fails, the previous launches stay
 * and are marked as stale.
 */
export function catalogueUrl(options: UrlOptions): Catalogue {
  const { log, clock, waitUntil } = options
  let loaded: Loaded | undefined
  let loading: Promise<CatalogueSnapshot> | undefined
  let failure: unknown
  /** The instant from which the server may be called again. */
  let nextMs = Number.NEGATIVE_INFINITY

  const load = async () => {
    try {
      loaded = await loadFrom(options, loaded)
      nextMs = clock() + REFRESH_MS
      return loaded.snapshot
    } catch (error) {
      const reason = reasonOf(error)
      log.error('catalogue-not-read', { reason })
      if (loaded) loaded = { ...loaded, snapshot: { ...loaded.snapshot, isStale: true } }
      failure = new AppError('upstream-unavailable', 'The catalogue cannot be read right now.', {
        cause: new Error(reason),
      })
      nextMs = clock() + RETRY_MS
      throw failure
    } finally {
      loading = undefined
    }
  }

  return {
    current() {
      if (clock() >= nextMs) {
        loading ??= load()
        const settled = loading.catch(() => {})
        waitUntil?.(settled)
      }
      return loaded?.snapshot ?? loading ?? Promise.reject(failure)
    },
  }
}

async function loadFrom(options: UrlOptions, earlier?: Loaded): Promise<Loaded> {
  const { url, timeoutMs = TIMEOUT_MS, log } = options
  return withTimeout({ upstream: UPSTREAM, timeoutMs }, async (signal) => {
    // Called as a property, `fetch` fails on Workers.
    const { fetch = globalThis.fetch } = options
    const response = await fetch(url, { headers: earlier?.validators ?? {}, signal }).catch(
      (error: unknown) => Promise.reject(networkError(`${UPSTREAM} could not be reached.`, error)),
    )
    const readAt = options.now()
    if (response.status === 304 && earlier) {
      const { leaderboard, version } = earlier.snapshot
      return { ...earlier, snapshot: { leaderboard, version, readAt } }
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`responded with status ${response.status}`)
    }
    const bytes = await bodyOf(response, options.maxBytes)
    // Without the query, which may contain a key.
    const { origin, pathname } = new URL(url)
    const name = `${origin}${pathname}`
    const { notes, ...snapshot } = await readLaunches(bytes, { ...options, name })
    log.info('catalogue-read', { launches: snapshot.leaderboard.products.length, notes })
    return { snapshot: { ...snapshot, readAt }, validators: validatorsOf(response.headers) }
  })
}

async function bodyOf({ body }: Response, maxBytes: number) {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    checkSize(size, maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function validatorsOf(headers: Headers): Record<string, string> {
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')]
  if (etag) return { 'if-none-match': etag }
  return modified ? { 'if-modified-since': modified } : {}
}

/** Our own errors keep the details in their cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return errorMessage(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}
