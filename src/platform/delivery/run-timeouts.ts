import { onAbort, untilAborted } from '../../core/abort.ts'
import type { ReaderLimits } from '../../wires/reader-limits.ts'
import { DeliveryError } from './delivery-error.ts'

export interface DeliveryLimits extends ReaderLimits {
  /**
   * From the request to the first byte of the response; all of the run if the agent does not
   * stream.
   */
  firstByteMs: number
  /** Between two chunks of the response. */
  idleMs: number
  /** From the event that ends the run to the end of the response. */
  graceMs: number
  /** For the whole run. */
  totalMs: number
  /** The size of the whole response, decompressed. */
  maxBytes: number
}

/** Generous for any honest agent; they stop the others. */
export const DELIVERY_LIMITS: DeliveryLimits = {
  firstByteMs: 60_000,
  idleMs: 60_000,
  graceMs: 1_000,
  totalMs: 300_000,
  maxBytes: 8 * 1024 * 1024,
  maxFrameLength: 1024 * 1024,
  maxEvents: 200_000,
  maxTextLength: 200_000,
  maxTextBytes: 640 * 1024,
  maxToolCalls: 100,
  maxToolResults: 100,
  maxIdBytes: 256 * 1024,
  maxNameBytes: 256,
}

export type RunTimeouts = ReturnType<typeof startRunTimeouts>

/** Ends a run that takes too long or is cancelled. */
export function startRunTimeouts(limits: DeliveryLimits, signal?: AbortSignal) {
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
    /** Aborts with the `DeliveryError` that ends the run. */
    signal: abort.signal,

    /** Waits for the response, within the limit for the first byte. */
    response: <Value>(work: Promise<Value>) => untilAborted(work, abort.signal),

    /** Waits for the next chunk. Time that we take between two of them does not count. */
    async chunk<Value>(work: Promise<Value>): Promise<Value> {
      const idle = hasStarted && endAfter(idleMs, `the response paused for more than ${idleMs} ms`)
      try {
        return await untilAborted(work, abort.signal)
      } finally {
        if (idle) clearTimeout(idle)
        clearTimeout(first)
        hasStarted = true
      }
    },

    /** Waits for the response to end after the run has, for `graceMs` at most. Never rejects. */
    async drain(work: Promise<unknown>): Promise<void> {
      const grace = setTimeout(() => abort.abort(), graceMs)
      await work.catch(() => {})
      clearTimeout(grace)
    },

    /** Closes the connection and clears all timers. */
    stop() {
      clearTimeout(total)
      clearTimeout(first)
      stopListening?.()
      abort.abort()
    },
  }
}
