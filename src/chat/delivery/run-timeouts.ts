import { onAbort, untilAborted } from '../../core/abort.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryLimits } from './delivery-limits.ts'

/** Ends a run that takes too long or is cancelled. */
export interface RunTimeouts {
  /** Aborts with the `DeliveryError` that ends the run. */
  readonly signal: AbortSignal
  /** Waits for the response, within the limit for the first byte. */
  response<Value>(work: Promise<Value>): Promise<Value>
  /** Waits for the next chunk. Time that we take between two of them does not count. */
  chunk<Value>(work: Promise<Value>): Promise<Value>
  /** Waits for the response to end after the run has, for `graceMs` at most. Never rejects. */
  drain(work: Promise<unknown>): Promise<void>
  /** Closes the connection and clears all timers. */
  stop(): void
}

type Limits = Pick<DeliveryLimits, 'firstByteMs' | 'idleMs' | 'graceMs' | 'totalMs'>

export function startRunTimeouts(limits: Limits, signal?: AbortSignal): RunTimeouts {
  const { firstByteMs, idleMs, graceMs, totalMs } = limits
  const abort = new AbortController()
  const end = (code: 'timed-out' | 'cancelled', detail: string) =>
    abort.abort(new DeliveryError(code, detail))
  const endAfter = (ms: number, detail: string) => setTimeout(() => end('timed-out', detail), ms)

  const cancel = () => end('cancelled', 'the platform stopped the run')
  const stopListening = signal && onAbort(signal, cancel)

  const total = endAfter(totalMs, `the run took more than ${totalMs} ms`)
  const first = endAfter(firstByteMs, `there was no response within ${firstByteMs} ms`)
  let hasStarted = false

  return {
    signal: abort.signal,

    response: (work) => untilAborted(work, abort.signal),

    async chunk(work) {
      const idle = hasStarted && endAfter(idleMs, `the response paused for more than ${idleMs} ms`)
      try {
        return await untilAborted(work, abort.signal)
      } finally {
        if (idle) clearTimeout(idle)
        clearTimeout(first)
        hasStarted = true
      }
    },

    async drain(work) {
      const grace = setTimeout(() => abort.abort(), graceMs)
      await work.catch(() => {})
      clearTimeout(grace)
    },

    stop() {
      clearTimeout(total)
      clearTimeout(first)
      stopListening?.()
      abort.abort()
    },
  }
}
