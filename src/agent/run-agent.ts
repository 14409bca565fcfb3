import type { Tracer } from '@opentelemetry/api'
import type { ModelMessage } from 'ai'
import { convertToLanguageModelPrompt } from 'ai/internal'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { Tool } from '../tools/tool.ts'
import { createModelClient, type ModelDeps } from './ask-model.ts'
import type { FrontendTool } from './frontend-tool.ts'
import { instructions } from './instructions.ts'
import { modelFailure } from './model-failure.ts'
import { offeredTools } from './offered-tools.ts'
import { runEnding } from './run-ending.ts'
import type { RunEvent } from './run-event.ts'
import { type RunRecord, runRecord } from './run-record.ts'
import { runTools } from './run-tools.ts'
import { type RunTrace, runTrace } from './run-trace.ts'
import { answerReader } from './step.ts'

/** A model that has not come to an answer by then goes round in circles. */
const MAX_STEPS = 6

export interface RunInput {
  threadId: string
  runId: string
  messages: ModelMessage[]
  /** Tools that run where the answer is read; one with the name of a tool of ours is ignored. */
  frontendTools?: readonly FrontendTool[]
  /** Names of frontend tools of which the model has to call one, where it heeds such a wish. */
  requiredTools?: readonly string[]
}

export interface AgentDeps extends ModelDeps {
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
  input: RunInput,
  deps: AgentDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const { threadId, runId } = input
  const log = deps.log.with({ threadId, runId })
  const record = runRecord(log)
  const trace = runTrace(deps.tracer, input)
  const ending = runEnding(signal, deps.stopping)
  let isOver = false

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    yield* steps(input, { ...deps, log, record, trace, signal: ending.signal })
    isOver = true
  } catch (error) {
    if (signal.aborted) return
    const { code, message, cause, retryAfterMs } = modelFailure(ending.signal.reason ?? error)
    record.fail({ code, error: cause ?? message })
    trace.fail(code)
    if (!record.hasText) yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    ending.end(isOver)
    trace.end()
    record.write()
  }
}

interface StepDeps extends AgentDeps {
  record: RunRecord
  trace: RunTrace
  signal: AbortSignal
}

/** @throws what the model fails with, or the reason of an abort */
async function* steps(input: RunInput, deps: StepDeps): AsyncGenerator<RunEvent> {
  const { tools, log, record, trace, signal } = deps
  const theirs = notAmong(tools, input.frontendTools ?? [])
  const frontendTools = new Set(theirs.map(({ name }) => name))
  const required = input.requiredTools ?? []
  const offer = await offeredTools({ tools, frontendTools: theirs, required })
  const models = createModelClient(deps, log, signal)
  const beginAnswer = answerReader(frontendTools, record)
  let prompt = await promptOf(input, deps)

  for (let asked = 1; ; asked += 1) {
    record.stepStart()
    const span = trace.stepStart(models.current())
    const step = yield* models.ask({ prompt, ...offer }, beginAnswer())
    span.end(step)
    record.stepEnd(step.usage)
    if (offer.toolChoice.type !== 'auto' && step.calls.length === 0) throw choiceNotHeeded()

    const toolDeps = { tools, frontendTools, log, record, trace, signal }
    const { messages, results, pendingCallIds } = yield* runTools(step, toolDeps)
    if (results === 0 || pendingCallIds.length > 0 || asked === MAX_STEPS) {
      if (!record.hasText && pendingCallIds.length === 0) throw noAnswer()
      const { finishReason } = step
      record.end(finishReason, pendingCallIds)
      yield { type: 'run-end', finishReason, usage: record.usage(), pendingCallIds }
      return
    }
    prompt = [...prompt, ...messages]
  }
}

/** A chat platform sends along what is registered there, tools of ours as well. */
function notAmong(ours: readonly Tool[], theirs: readonly FrontendTool[]) {
  return theirs.filter((tool) => !ours.some(({ name }) => name === tool.name))
}

function promptOf({ messages }: RunInput, { now, defaultTimezone }: AgentDeps) {
  const system = instructions({ now: now(), defaultTimezone })
  const prompt = { system, messages }
  return convertToLanguageModelPrompt({ prompt, supportedUrls: {}, download: undefined })
}

function choiceNotHeeded() {
  const message = 'The language model did not call the tool that it was told to call.'
  return new AppError('upstream-failed', message)
}

function noAnswer() {
  return new AppError('upstream-failed', 'The language model did not come to an answer.')
}
