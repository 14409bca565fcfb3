import type { Context } from 'hono'
import type { Env } from '../../http/env.ts'
import type { Caller } from '../callers.ts'
import { PlatformError } from '../platform-error.ts'

/** Enough for a page that opens, and for a server with many users. */
const MAX_UNDER_WAY = { fullAccess: 64, authOnly: 64, user: 8 } as const satisfies Record<
  Caller,
  number
>

/** Workers end requests without notice: a call is forgotten after this time. */
const MAX_MS = 60_000

/**
 * Limits how many calls of a key or token are under way at once: large responses that a caller asks
 * for and does not read would take all memory. A call ends when its response was read. Streams of
 * events have a limit of their own.
 */
export function limitCallsUnderWay(clock: () => number) {
  const callsOf = new Map<string, Set<{ startedMs: number }>>()

  /** @throws PlatformError `ERR_TOO_MANY_REQUESTS` */
  function start(hash: string, caller: Caller) {
    const calls = callsOf.get(hash) ?? new Set()
    for (const known of calls) if (clock() - known.startedMs > MAX_MS) calls.delete(known)
    if (calls.size >= MAX_UNDER_WAY[caller]) throw tooMany(MAX_UNDER_WAY[caller])
    const call = { startedMs: clock() }
    callsOf.set(hash, calls.add(call))
    return () => {
      calls.delete(call)
      if (calls.size === 0) callsOf.delete(hash)
    }
  }

  return async (c: Context<Env>, next: () => Promise<void>, hash: string, caller: Caller) => {
    const end = start(hash, caller)
    await next().catch((error: unknown) => {
      end()
      throw error
    })
    const { body, headers } = c.res
    const isRead = body && c.req.raw.method !== 'HEAD'
    if (!isRead || headers.get('content-type') === 'text/event-stream') return end()
    c.res = new Response(whenRead(body, end), c.res)
  }
}

/** The same stream; calls `end` once it was read or cancelled. */
function whenRead(body: ReadableStream<Uint8Array>, end: () => void) {
  const reader = body.getReader()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

function tooMany(limit: number) {
  const message = `Too many requests at once: the limit is ${limit}.`
  return new PlatformError('ERR_TOO_MANY_REQUESTS', message, { headers: { 'retry-after': '1' } })
}
