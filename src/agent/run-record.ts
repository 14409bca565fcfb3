import type { TextStreamPart, ToolSet } from 'ai'
import { elapsedMs } from '../elapsed-ms.ts'
import type { Log } from '../log.ts'

/** What the log says of a run: how it ended (nobody waited for the end: cancelled), what it cost. */
export function runRecord(log: Log) {
  const started = performance.now()
  const count = { steps: 0, toolCalls: 0 }
  const tokens = { inputTokens: 0, outputTokens: 0 }
  let firstTextMs: number | undefined
  let outcome: 'cancelled' | 'finished' | 'failed' = 'cancelled'
  let facts: object = {}
  log.debug('run-start')

  return {
    get isFinished() {
      return outcome === 'finished'
    },

    get hasText() {
      return firstTextMs !== undefined
    },

    see(part: TextStreamPart<ToolSet>) {
      switch (part.type) {
        case 'start-step':
          count.steps += 1
          break
        case 'tool-call':
          if (!part.invalid) count.toolCalls += 1
          break
        case 'text-delta':
          if (part.text !== '') firstTextMs ??= elapsedMs(started)
          break
        case 'finish-step': // a run that never finishes has cost its steps all the same
          tokens.inputTokens += part.usage.inputTokens ?? 0
          tokens.outputTokens += part.usage.outputTokens ?? 0
          break
        case 'finish':
          outcome = 'finished'
          facts = { finishReason: part.finishReason }
      }
    },

    fail(failure: { code: string; error: unknown }) {
      outcome = 'failed'
      facts = failure
    },

    write() {
      const totalTokens = tokens.inputTokens + tokens.outputTokens
      const cost = { ...count, ...tokens, totalTokens }
      const level = outcome === 'failed' ? 'error' : 'info'
      log[level]('run', { outcome, ms: elapsedMs(started), firstTextMs, ...cost, ...facts })
    },
  }
}
