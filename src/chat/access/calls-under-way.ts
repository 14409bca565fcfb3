import type { Context } from 'hono'
import type { Env } from '../../http/env.ts'
import type { Caller } from '../callers.ts'
import { PlatformError } from '../platform-error.ts'

/** Of one key or token. Enough for a page that opens, and for a server with many users. */
const MAX_CALLS = { fullAccess: 64, authOnly: 64, user: 8 } as const satisfies Record<
  Caller,
  number
>
/** Of one user: answers and live events. */
const MAX_STREAMS = 20

interface Limit {
  max: number
  message: string
  retryAfter: string
}

const STREAMS: Limit = {
  max: MAX_STREAMS,
  message: `Too many streams at once: the limit is ${MAX_STREAMS} per user.`,
  retryAfter: '5',
}

function callsOf(caller: Caller): Limit {
  const max = MAX_CALLS[caller]
  return { max, message: `Too many requests at once: the limit is ${max}.`, retryAfter: '1' }
}

interface Counted {
  caller: Caller
  hash: string
  /** The user of an auth token. */
  uid?: string
}

/**
 * Limits how many calls are under way at once, in each process. A call ends when its response was
 * read: large responses that a caller asks for and does not read would take all memory.
 */
export function limitCallsUnderWay() {
  const underWay = new Map<string, number>()

  /** @throws PlatformError `ERR_TOO_MANY_REQUESTS` */
  function start(key: string, { max, message, retryAfter }: Limit) {
    const count = underWay.get(key) ?? 0
    const headers = { 'retry-after': retryAfter }
    if (count >= max) throw new PlatformError('ERR_TOO_MANY_REQUESTS', message, { headers })
    underWay.set(key, count + 1)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }

  return async (c: Context<Env>, next: () => Promise<void>, { caller, hash, uid }: Counted) => {
    const user = uid ?? c.req.header('onBehalfOf')?.toLowerCase() ?? hash
    const end = mayStream(c) ? start(`stream ${user}`, STREAMS) : start(hash, callsOf(caller))
    c.set('onStreamEnd', end)
    await next().catch((error: unknown) => {
      end()
      throw error
    })
    const { body, headers } = c.res
    if (!body || c.req.raw.method === 'HEAD') return end()
    // A stream of events tells its end itself: to wrap each would take 4 KiB more.
    if (headers.get('content-type') === 'text/event-stream') return
    c.res = new Response(whenRead(body, end), c.res)
  }
}

function mayStream(c: Context<Env>) {
  return c.req.path === '/v3/events' || c.req.header('accept')?.includes('text/event-stream')
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
