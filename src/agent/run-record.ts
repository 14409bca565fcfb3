import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import { elapsedMs } from '../core/elapsed-ms.ts'
import type { Log } from '../core/log.ts'
import type { Usage } from './run-event.ts'

export type RunRecord = ReturnType<typeof runRecord>

/** Logs a run as one record: its outcome, `cancelled` if the client left, its duration and tokens. */
export function runRecord(log: Log) {
  const started = performance.now()
  const count = { steps: 0, toolCalls: 0 }
  const tokens = { inputTokens: 0, outputTokens: 0 }
  let firstTextMs: number | undefined
  let outcome: 'cancelled' | 'finished' | 'failed' = 'cancelled'
  let facts: object = {}
  log.debug('run-start')

  function usage(): Usage {
    return { ...tokens, totalTokens: tokens.inputTokens + tokens.outputTokens }
  }

  return {
    get hasText() {
      return firstTextMs !== undefined
    },

    get isFinished() {
      return outcome === 'finished'
    },

    stepStart() {
      count.steps += 1
    },

    /** Counted after each step, so that a run that fails later counts too. */
    stepEnd({ inputTokens, outputTokens }: LanguageModelV3Usage) {
      tokens.inputTokens += inputTokens.total ?? 0
      tokens.outputTokens += outputTokens.total ?? 0
    },

    usage,

    text() {
      firstTextMs ??= elapsedMs(started)
    },

    toolCall() {
      count.toolCalls += 1
    },

    end(finishReason: string, pendingToolCallIds: readonly string[]) {
      count.toolCalls += pendingToolCallIds.length
      outcome = 'finished'
      facts = { finishReason }
    },

    fail(failure: { code: string; error: unknown }) {
      outcome = 'failed'
      facts = failure
    },

    write() {
      const cost = { ...count, ...usage() }
      const level = outcome === 'failed' ? 'error' : 'info'
      log[level]('run', { outcome, ms: elapsedMs(started), firstTextMs, ...cost, ...facts })
    },
  }
}
