import { elapsedMs } from '../core/elapsed-ms.ts'
import type { Log } from '../core/log.ts'
import { type FailureDetails, ModelError, modelFailure } from './model-failure.ts'

export type ModelCalls = ReturnType<typeof createModelCalls>

/** Logs each call of a hosted model, and keeps the latest outcomes for `/status`. */
export function createModelCalls({ now }: { now(): Date }) {
  let lastSuccess: string | null = null
  let lastFailure: (Partial<FailureDetails> & { at: string }) | null = null
  let failing = false

  return {
    /** A call has started. Only the first outcome that is reported counts. `log` has the ids of the run. */
    begin(log: Log) {
      const started = performance.now()
      let isOver = false

      function end(outcome: 'finished' | 'failed' | 'cancelled', facts: object = {}) {
        isOver = true
        const ms = elapsedMs(started)
        const record = { upstream: 'language model', outcome, ms, budgetLeft: null, ...facts }
        log[outcome === 'failed' ? 'warn' : 'info']('upstream-call', record)
      }

      return {
        finish() {
          if (isOver) return
          lastSuccess = now().toISOString()
          failing = false
          end('finished')
        },

        fail(error: unknown) {
          if (isOver) return
          const failure = modelFailure(error)
          const details = failure instanceof ModelError ? failure.details : {}
          lastFailure = { at: now().toISOString(), ...details }
          failing = true
          end('failed', { code: failure.code, ...details })
        },

        /** The client has left, which says nothing about the model. */
        cancel() {
          if (!isOver) end('cancelled')
        },
      }
    },

    state: () => ({ lastSuccess, failing, lastFailure }),
  }
}
