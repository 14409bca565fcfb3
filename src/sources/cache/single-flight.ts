import { untilAborted } from '../../core/abort.ts'

type Start<Value> = (signal: AbortSignal) => Promise<Value>

interface SingleFlight<Value> {
  /** Whether a call for this key is pending. */
  has(key: string): boolean
  /**
   * The result of the pending call for this key, or of a new one. A waiter that aborts rejects at
   * once, without affecting others; the call is aborted when the last waiter has aborted.
   */
  run(key: string, start: Start<Value>, signal?: AbortSignal): Promise<Value>
}

interface Pending<Value> {
  readonly startedAt: number
  readonly promise: Promise<Value>
  waiters: number
  abort(reason: unknown): void
}

/**
 * Longer than any call takes. On Workers a call can stop silently, together with the request that
 * started it, and then nobody must wait for it any longer.
 */
const MAX_PENDING_MS = 15_000

/**
 * Coalesces equal calls. The `fetchMethod` of lru-cache does not fit: the first caller's signal
 * aborts the call for everybody, and a call that was lost stays pending forever.
 */
export function createSingleFlight<Value>({ clock }: { clock(): number }): SingleFlight<Value> {
  const calls = new Map<string, Pending<Value>>()

  const current = (key: string) => {
    const call = calls.get(key)
    return call && clock() - call.startedAt < MAX_PENDING_MS ? call : undefined
  }

  const begin = (key: string, start: Start<Value>) => {
    const controller = new AbortController()
    const forget = () => {
      if (calls.get(key) === call) calls.delete(key)
    }
    const call: Pending<Value> = {
      startedAt: clock(),
      promise: start(controller.signal),
      waiters: 0,
      abort(reason) {
        forget()
        controller.abort(reason)
      },
    }
    calls.set(key, call)
    call.promise.then(forget, forget)
    return call
  }

  return {
    has: (key) => current(key) !== undefined,

    async run(key, start, signal) {
      signal?.throwIfAborted()
      const call = current(key) ?? begin(key, start)
      call.waiters += 1
      try {
        return await untilAborted(call.promise, signal)
      } finally {
        call.waiters -= 1
        if (signal?.aborted && call.waiters === 0) call.abort(signal.reason)
      }
    },
  }
}
