import { onAbort, untilAborted } from '../../core/abort.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { DeliveryLimits } from './delivery-limits.ts'

/** Ends a run that takes too long or that nobody waits for any more. */
export interface Watch {
  /** Aborts with the `DeliveryFailure` that the end of the run stands for. */
  readonly signal: AbortSignal
  /** Waits for work that the limit for the first byte covers. */
  answer<Value>(work: Promise<Value>): Promise<Value>
  /** Waits for the next piece of the answer; the time that we ourselves take does not count. */
  piece<Value>(work: Promise<Value>): Promise<Value>
  /** Waits for what may come after the end, as long as that is short; how it goes is all one. */
  farewell(work: Promise<unknown>): Promise<void>
  /** Closes whatever is still open. */
  stop(): void
}

type Limits = Pick<DeliveryLimits, 'firstByteMs' | 'idleMs' | 'graceMs' | 'totalMs'>

export function startWatch(limits: Limits, signal?: AbortSignal): Watch {
  const { firstByteMs, idleMs, graceMs, totalMs } = limits
  const closing = new AbortController()
  const end = (code: 'timed-out' | 'cancelled', detail: string) =>
    closing.abort(new DeliveryFailure(code, detail))
  const endAfter = (ms: number, detail: string) => setTimeout(() => end('timed-out', detail), ms)

  const cancel = () => end('cancelled', 'the platform stopped the run')
  const stay = signal && onAbort(signal, cancel)

  const total = endAfter(totalMs, `the run took more than ${totalMs} ms`)
  const first = endAfter(firstByteMs, `nothing of the answer came within ${firstByteMs} ms`)
  let hasSpoken = false

  return {
    signal: closing.signal,

    answer: (work) => untilAborted(work, closing.signal),

    async piece(work) {
      const silence = hasSpoken && endAfter(idleMs, `the answer paused for more than ${idleMs} ms`)
      try {
        return await untilAborted(work, closing.signal)
      } finally {
        if (silence) clearTimeout(silence)
        clearTimeout(first)
        hasSpoken = true
      }
    },

    async farewell(work) {
      const impatience = setTimeout(() => closing.abort(), graceMs)
      await work.catch(() => {})
      clearTimeout(impatience)
    },

    stop() {
      clearTimeout(total)
      clearTimeout(first)
      stay?.()
      closing.abort()
    },
  }
}
