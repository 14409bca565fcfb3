import type { Tracer } from '@opentelemetry/api'
import type { Log } from '../core/log.ts'
import type { Tool } from '../tools/tool.ts'
import type { FrontendTool, Unread } from './frontend-tool.ts'
import { instructions } from './instructions.ts'
import type { Message } from './message.ts'
import { createModelClient, type ModelDeps } from './model-client.ts'
import { modelFailure, unusableAnswer } from './model-failure.ts'
import { offeredTools } from './offered-tools.ts'
import { toPrompt } from './prompt.ts'
import { runEnding } from './run-ending.ts'
import type { RunEvent } from './run-event.ts'
import { type RunRecord, runRecord } from './run-record.ts'
import { runTools } from './run-tools.ts'
import { type RunTrace, runTrace } from './run-trace.ts'
import { createStepReader } from './step.ts'

/** A model without an answer after this many steps is probably looping. */
const MAX_STEPS = 6

export interface RunInput {
  threadId: string
  runId: string
  /** Of the HTTP request, for the log. */
  requestId?: string
  messages: readonly Message[]
  /** Tools that the client runs. One with the name of a built-in tool is ignored. */
  frontendTools?: readonly FrontendTool[]
  /** Names of frontend tools. The model must call one of them, if it honours `toolChoice`. */
  requiredTools?: readonly string[]
  /** What could not be read of the request, for the log. */
  unread?: readonly Unread[]
  /** False leaves out the sentence that a run without text has before its error. */
  failureText?: boolean
}

export interface AgentDeps extends ModelDeps {
  tools: readonly Tool[]
  log: Log
  /** Traces runs, if traces are collected. */
  tracer?: Tracer | undefined
  now(): Date
  defaultTimezone: string
  /** Aborts when the service stops and can no longer wait for its runs. */
  stopping?: AbortSignal | undefined
}

/**
 * One run: asks the model and runs its tools until it has answered. Never throws: an error is a
 * `run-error`, after a sentence of text if there was no text yet, as chat clients only show text.
 * Aborting `signal` stops the model and the running tools, and ends the events.
 */
export async function* runAgent(
  input: RunInput,
  deps: AgentDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const { requestId, threadId, runId } = input
  const log = deps.log.with({ requestId, threadId, runId })
  if (input.unread?.length) log.warn('request-unread', { unread: input.unread.map(sentence) })
  const record = runRecord(log)
  const trace = runTrace(deps.tracer, input)
  const ending = runEnding(signal, deps.stopping)

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    yield* steps(input, { ...deps, log, record, trace, signal: ending.signal })
  } catch (error) {
    if (signal.aborted) return
    const { code, message, cause, retryAfterMs } = modelFailure(ending.signal.reason ?? error)
    record.fail({ code, error: cause ?? message })
    trace.fail(code)
    if (!record.hasText && input.failureText !== false)
      yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    ending.end(record.isFinished)
    trace.end()
    record.write()
  }
}

interface StepDeps extends AgentDeps {
  record: RunRecord
  trace: RunTrace
  signal: AbortSignal
}

/** @throws the error of the model, or the reason of an abort */
async function* steps(input: RunInput, deps: StepDeps): AsyncGenerator<RunEvent> {
  const { tools, log, record, trace, signal } = deps
  const clientTools = withoutBuiltIns(input.frontendTools ?? [], tools)
  const frontendTools = new Set(clientTools.map(({ name }) => name))
  const required = input.requiredTools ?? []
  const offer = await offeredTools({ tools, frontendTools: clientTools, required })
  const models = createModelClient(deps, log, signal)
  let prompt = toPrompt(input.messages, instructions({ ...deps, now: deps.now() }))

  for (let stepNumber = 1; ; stepNumber += 1) {
    record.stepStart()
    const span = trace.stepStart(models.current())
    const reader = createStepReader(frontendTools, record)
    const step = yield* models.ask({ prompt, ...offer }, reader)
    span.end(step)
    record.stepEnd(step.usage)
    if (offer.toolChoice.type !== 'auto' && step.toolCalls.length === 0) {
      throw unusableAnswer('did not call the required tool')
    }

    const toolDeps = { tools, frontendTools, log, record, trace, signal }
    const { messages, results, pendingToolCallIds } = yield* runTools(step, toolDeps)
    if (results === 0 || pendingToolCallIds.length > 0 || stepNumber === MAX_STEPS) {
      if (!record.hasText && pendingToolCallIds.length === 0) {
        throw unusableAnswer('did not arrive at an answer')
      }
      const { finishReason } = step
      record.end(finishReason, pendingToolCallIds)
      yield { type: 'run-end', finishReason, usage: record.usage(), pendingToolCallIds }
      return
    }
    prompt = [...prompt, ...messages]
  }
}

/** A chat platform sends all actions registered there, which may include built-in tools. */
function withoutBuiltIns(frontendTools: readonly FrontendTool[], builtIn: readonly Tool[]) {
  return frontendTools.filter((tool) => !builtIn.some(({ name }) => name === tool.name))
}

function sentence({ path, message }: Unread) {
  return `${path.join('.')}: ${message}`
}
