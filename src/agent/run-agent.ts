import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Tracer } from '@opentelemetry/api'
import { type ModelMessage, stepCountIs, streamText } from 'ai'
import type { Log } from '../log.ts'
import type { Tool } from '../tool/tool.ts'
import { type FrontendTool, frontendModelTools } from './frontend-tool.ts'
import { instructions } from './instructions.ts'
import { modelFailure } from './model-failure.ts'
import { modelTools } from './model-tools.ts'
import { oneCallAtATime } from './one-call-at-a-time.ts'
import { runEnding } from './run-ending.ts'
import type { RunEvent } from './run-event.ts'
import { runRecord } from './run-record.ts'
import { telemetry } from './telemetry.ts'
import { textTap } from './text-tap.ts'
import { createTranslator } from './translate.ts'

/** A model that has not come to an answer by then goes round in circles. */
const MOST_STEPS = 6

/** Until the first piece of an answer, and between two. A reader that stalls counts as well. */
const MOST_SILENCE_MS = 60_000

export interface RunInput {
  threadId: string
  runId: string
  messages: ModelMessage[]
  /** Tools that run where the answer is read; one with the name of a tool of ours is ignored. */
  frontendTools?: readonly FrontendTool[]
}

export interface AgentNeeds {
  model: LanguageModelV3
  tools: readonly Tool[]
  log: Log
  /** Traces runs, where somebody collects traces. */
  tracer?: Tracer | undefined
  now(): Date
  defaultTimezone: string
  /** Aborts when the service goes down and can wait for its runs no longer. */
  stopping?: AbortSignal | undefined
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
  const ending = runEnding(signal, needs.stopping)
  const tap = textTap(needs.model, {
    signal: ending.signal,
    silenceMs: MOST_SILENCE_MS,
    onSilence: ending.timeOut,
  })

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    const { fullStream } = streamText({
      model: tap.model,
      system: instructions({ now: needs.now(), defaultTimezone: needs.defaultTimezone }),
      messages,
      allowSystemInMessages: true,
      tools: { ...modelTools({ tools: needs.tools, log }), ...frontendModelTools(theirTools) },
      stopWhen: stepCountIs(MOST_STEPS),
      abortSignal: ending.signal,
      maxRetries: 1,
      experimental_telemetry: telemetry(needs.tracer, { threadId, runId }),
      experimental_include: { requestBody: false },
      onError: () => {}, // the error comes as a part of the stream, and is logged once, below
    })
    const translate = createTranslator(new Set(theirTools.map(({ name }) => name)))
    const inOrder = oneCallAtATime()
    for await (const part of tap.parts(fullStream)) {
      record.see(part)
      for (const event of translate(part)) yield* inOrder(event)
    }
    if (!record.isFinished) ending.signal.throwIfAborted()
  } catch (error) {
    if (signal.aborted) return
    const { code, message, cause, retryAfterMs } = modelFailure(ending.signal.reason ?? error)
    ending.end() // the SDK reads a stream to its end, whether anybody still listens or not
    record.fail({ code, error: cause ?? message })
    if (!record.hasText) yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    ending.end()
    record.write()
  }
}

/** A chat platform sends along what is registered there, tools of ours as well. */
function notAmong(ours: readonly Tool[], theirs: readonly FrontendTool[]) {
  return theirs.filter((tool) => !ours.some(({ name }) => name === tool.name))
}
