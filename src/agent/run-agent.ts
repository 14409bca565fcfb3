import type { Tracer } from '@opentelemetry/api'
import { type LanguageModel, type ModelMessage, stepCountIs, streamText } from 'ai'
import type { Log } from '../log.ts'
import type { Tool } from '../tool/tool.ts'
import { type FrontendTool, frontendModelTools } from './frontend-tool.ts'
import { instructions } from './instructions.ts'
import { modelFailure } from './model-failure.ts'
import { modelTools } from './model-tools.ts'
import { oneCallAtATime } from './one-call-at-a-time.ts'
import type { RunEvent } from './run-event.ts'
import { runRecord } from './run-record.ts'
import { telemetry } from './telemetry.ts'
import { createTranslator } from './translate.ts'

/** A model that has not come to an answer by then goes round in circles. */
const MOST_STEPS = 6

/** Between two pieces of an answer, and for all of it. A reader that stalls counts as well. */
const TIMEOUT = { chunkMs: 60_000, totalMs: 300_000 }

export interface RunInput {
  threadId: string
  runId: string
  messages: ModelMessage[]
  /** Tools that run where the answer is read; one with the name of a tool of ours is ignored. */
  frontendTools?: readonly FrontendTool[]
}

export interface AgentNeeds {
  model: LanguageModel
  tools: readonly Tool[]
  log: Log
  /** Traces runs, where somebody collects traces. */
  tracer?: Tracer | undefined
  now(): Date
  defaultTimezone: string
}

/**
 * One run: the model is asked, its tools run, until it has answered. Never throws: a failure is
 * a `run-error`, after a sentence of text if there was none: chat clients show text alone.
 * Aborting `signal` stops the model and the running tool, and the events end.
 */
export async function* runAgent(
  { threadId, runId, messages, frontendTools = [] }: RunInput,
  needs: AgentNeeds,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const log = needs.log.with({ threadId, runId })
  const record = runRecord(log)
  const theirTools = notAmong(needs.tools, frontendTools)
  const failed = new AbortController()

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    const { fullStream } = streamText({
      model: needs.model,
      system: instructions({ now: needs.now(), defaultTimezone: needs.defaultTimezone }),
      messages,
      allowSystemInMessages: true,
      tools: { ...modelTools({ tools: needs.tools, log }), ...frontendModelTools(theirTools) },
      stopWhen: stepCountIs(MOST_STEPS),
      abortSignal: AbortSignal.any([signal, failed.signal]),
      timeout: TIMEOUT,
      maxRetries: 1,
      experimental_telemetry: telemetry(needs.tracer, { threadId, runId }),
      onError: () => {}, // the error comes as a part of the stream, and is logged once, below
    })
    const translate = createTranslator(new Set(theirTools.map(({ name }) => name)))
    const inOrder = oneCallAtATime()
    for await (const part of fullStream) {
      record.see(part)
      for (const event of translate(part)) yield* inOrder(event)
    }
  } catch (error) {
    if (signal.aborted) return
    failed.abort() // the SDK reads a stream to its end, whether anybody still listens or not
    const { code, message, cause, retryAfterMs } = modelFailure(error)
    record.fail({ code, error: cause ?? message })
    if (!record.hasText) yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    record.write()
  }
}

/** A chat platform sends along what is registered there, tools of ours as well. */
function notAmong(ours: readonly Tool[], theirs: readonly FrontendTool[]) {
  return theirs.filter((tool) => !ours.some(({ name }) => name === tool.name))
}
