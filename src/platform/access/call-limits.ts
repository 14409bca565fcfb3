import type { Context } from 'hono'
import { createLimiter, type LimiterResult } from '../../access/limiter.ts'
import { createOpenCounts } from '../../access/open-counts.ts'
import type { Env } from '../../http/env.ts'
import { retryAfterSeconds } from '../../http/reply.ts'
import type { SharedState } from '../../state/shared-state.ts'
import type { PlatformCredential } from '../operation.ts'
import { PlatformError } from '../platform-error.ts'

const IMPORTS_PER_MINUTE = 60
const CALLS_PER_MINUTE = 20_000
/** Per auth token: 20 a second is more than one user causes. */
const TOKEN_CALLS_PER_MINUTE = 1_200

/** Only valid keys are counted. The memory is allocated up front, which takes time. */
const MAX_KEYS = 10_000

interface RateLimitsDeps {
  now(): Date
  clock(): number
  shared?: SharedState | undefined
}

/**
 * Counts a call of a key or token, and returns headers with the limit and what remains. Counted per
 * minute are imports, other calls of an API key, and calls of an auth token.
 */
export function rateLimits({ now, clock, shared }: RateLimitsDeps) {
  const limiter = (name: string, perMinute: number) =>
    createLimiter({ name, perMinute, clock, maxCallers: MAX_KEYS, shared })
  const imports = limiter('imports', IMPORTS_PER_MINUTE)
  const calls = limiter('calls-with-keys', CALLS_PER_MINUTE)
  const tokenCalls = limiter('calls-of-users', TOKEN_CALLS_PER_MINUTE)

  return async (
    id: string,
    { credential, path }: { credential: PlatformCredential; path: string },
  ) => {
    if (credential === 'user') return counted(await tokenCalls.take(id), now)
    const isImport = path.startsWith('/v3/data_import/')
    return counted(await (isImport ? imports : calls).take(id), now)
  }
}

function counted(result: Required<LimiterResult>, now: () => Date) {
  const { isAdmitted, limit, remaining, resetMs } = result
  const headers = { 'x-rate-limit': String(limit), 'x-rate-limit-remaining': String(remaining) }
  if (isAdmitted) return headers

  const seconds = String(retryAfterSeconds(resetMs))
  const reset = Math.ceil((now().getTime() + resetMs) / 1000)
  const message = `Too many requests: the limit is ${limit} per minute.`
  throw new PlatformError('ERR_TOO_MANY_REQUESTS', message, {
    devMessage: `At most ${limit} requests per minute are allowed for this operation and caller. Retry after ${seconds} seconds.`,
    headers: { ...headers, 'retry-after': seconds, 'x-rate-limit-reset': String(reset) },
  })
}

/** Calls of one key or user at once: enough for a page that opens, or a server with many users. */
const MAX_CALLS = { fullAccess: 64, authOnly: 64, user: 8 } as const satisfies Record<
  PlatformCredential,
  number
>
/** Streams of one user at once: answers and live events. */
const MAX_STREAMS = 20

export interface PlatformCaller {
  credential: PlatformCredential
  /** Stands for the key or token. */
  id: string
  /** The user of an auth token. */
  uid?: string
}

/**
 * Limits how many calls are under way at once, in each process. A call ends when its response was
 * read: large responses that a caller asks for and does not read would take all memory.
 */
export function limitCallsUnderWay({ shared }: Pick<RateLimitsDeps, 'shared'>) {
  const calls = createOpenCounts('calls')
  const streams = createOpenCounts('streams-of-users', shared)

  async function startStream(user: string) {
    const end = await streams.take(user, MAX_STREAMS)
    return end ?? tooMany(`streams at once: the limit is ${MAX_STREAMS} per user`, '5')
  }

  /** A user with many tokens has no more calls than with one. */
  async function startCall({ credential, id, uid }: PlatformCaller) {
    const max = MAX_CALLS[credential]
    const end = await calls.take(uid ?? id, max)
    return end ?? tooMany(`requests at once: the limit is ${max}`, '1')
  }

  return async (c: Context<Env>, next: () => Promise<void>, caller: PlatformCaller) => {
    const user = caller.uid ?? c.req.header('onBehalfOf')?.toLowerCase() ?? caller.id
    const end = await (c.get('mayStream') ? startStream(user) : startCall(caller))
    c.set('onStreamEnd', end)
    await next().catch((error: unknown) => {
      end()
      throw error
    })
    const { body, headers } = c.res
    if (!body || c.req.raw.method === 'HEAD') return end()
    // Event streams report their own end; wrapping one costs 4 KiB.
    if (headers.get('content-type') === 'text/event-stream') return
    c.res = new Response(whenRead(body, end), c.res)
  }
}

function tooMany(what: string, retryAfter: string): never {
  const headers = { 'retry-after': retryAfter }
  throw new PlatformError('ERR_TOO_MANY_REQUESTS', `Too many ${what}.`, { headers })
}

/** The same body; calls `end` once it was read, was cancelled or failed. */
function whenRead(body: ReadableStream<Uint8Array>, end: () => void) {
  const reader = body.getReader()
  reader.closed.then(end, end)
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
