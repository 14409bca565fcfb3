import type { Tracer } from '@opentelemetry/api'
import { onAbort } from '../core/abort.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { RunInput, Usage } from '../core/run.ts'
import type { Tool } from '../tools/tool.ts'
import { runTrace } from './run-trace.ts'
import type { Tokens } from './token-count.ts'
import { uniqueCallIds } from './tool-call-ids.ts'

/** The time of a whole run, whether the model, a tool or the client is slow. */
const MAX_RUN_MS = 300_000

export interface RunDeps {
  tools: readonly Tool[]
  log: Log
  tracer?: Tracer | undefined
  /** Aborts when the service stops and can no longer wait for its runs. */
  stopping?: AbortSignal | undefined
}

export type Run = ReturnType<typeof startRun>

/**
 * The state of one run, and its log, which gets one record: `cancelled` if the client left. Its signal
 * aborts when the client disconnects, the time is up (a TimeoutError) or the service stops (an
 * AppError). `close` must be called when it is over.
 */
export function startRun(input: RunInput, deps: RunDeps, reader: AbortSignal) {
  const { threadId, runId, requestId, messages, asker } = input
  const { tools, tracer, stopping } = deps
  const { read = [], unread = [] } = input.frontendTools ?? {}
  // A chat platform sends all actions registered there, which may include built-in tools.
  const frontendTools = read.filter(({ name }) => tools.every((tool) => tool.name !== name))
  const log = deps.log.with({ requestId, threadId, runId })
  if (unread.length > 0)
    log.warn('request-unread', {
      unread: unread.map(({ path, message }) => `${path.join('.')}: ${message}`),
    })
  const trace = runTrace(tracer, threadId, runId)
  const abort = new AbortController()
  const timer = setTimeout(
    () => abort.abort(new DOMException('The run took too long.', 'TimeoutError')),
    MAX_RUN_MS,
  )
  const stopListeningToReader = onAbort(reader, () => abort.abort(reader.reason))
  const stopListeningToService = stopping && onAbort(stopping, () => abort.abort(stopped()))

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
    log,
    trace,
    signal: abort.signal,
    count,
    usage,
    asker,
    tools,
    frontendTools,
    isFrontendTool: (toolName: string) => frontendTools.some(({ name }) => name === toolName),
    uniqueCallId: uniqueCallIds(messages),
    hasText: () => firstTextMs !== undefined,

    /** White space alone is no answer. */
    said(delta: string) {
      if (firstTextMs === undefined && /\S/.test(delta)) firstTextMs = elapsedMs(started)
    },

    /** Counted after each call of the model, so that a run that fails later counts too. */
    addTokens({ inputTokens, outputTokens }: Tokens) {
      tokens.inputTokens += inputTokens
      tokens.outputTokens += outputTokens
    },

    finish(finishReason: string) {
      outcome = 'finished'
      facts = { finishReason }
    },

    fail({ code, message, cause }: AppError) {
      outcome = 'failed'
      facts = { code, error: cause ?? message }
      trace.end(code)
    },

    /** Aborts what may still be running, which is nothing after a finished run. */
    close() {
      clearTimeout(timer)
      stopListeningToReader()
      stopListeningToService?.()
      if (outcome !== 'finished') abort.abort()
      trace.end()
      const cost = { ...count, ...usage() }
      const level = outcome === 'failed' ? 'error' : 'info'
      log[level]('run', { outcome, ms: elapsedMs(started), firstTextMs, ...cost, ...facts })
    },
  }
}

function stopped() {
  return new AppError('unavailable', 'The service is stopping. Try again in a moment.')
}
