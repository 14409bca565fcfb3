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
import { readAnswer } from './read-answer.ts'
import { type Run, startRun } from './run.ts'
import type { RunEvent } from './run-event.ts'
import { runTools } from './run-tools.ts'

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
  { frontendTools: declared = [], unread = [], failureText = true, ...input }: RunInput,
  deps: AgentDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const { threadId, runId } = input
  // A chat platform sends all actions registered there, which may include built-in tools.
  const builtIn = new Set(deps.tools.map(({ name }) => name))
  const frontendTools = declared.filter(({ name }) => !builtIn.has(name))
  const run = startRun({ ...input, frontendTools }, deps, signal)
  if (unread.length > 0) run.log.warn('request-unread', { unread: unread.map(sentence) })

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    yield* steps({ ...input, frontendTools }, deps, run)
  } catch (error) {
    if (signal.aborted) return
    const failure = modelFailure(run.signal.reason ?? error)
    const { code, message, retryAfterMs } = failure
    run.fail(failure)
    if (failureText && !run.hasText()) {
      yield { type: 'text-delta', delta: `Sorry, that did not work. ${message}` }
    }
    yield { type: 'run-error', code, message, retryAfterMs }
  } finally {
    run.close()
  }
}

/** @throws the error of the model, or the reason of an abort */
async function* steps(input: RunInput, deps: AgentDeps, run: Run): AsyncGenerator<RunEvent> {
  const { tools, now, defaultTimezone } = deps
  const { messages, frontendTools = [], requiredTools: required = [] } = input
  const offer = offeredTools({ tools, frontendTools, required })
  const models = createModelClient(deps, run)
  let prompt = toPrompt(messages, instructions({ now: now(), defaultTimezone }))

  for (;;) {
    run.count.steps += 1
    const { provider, modelId } = models.current()
    const endSpan = run.trace.modelCall(provider, modelId)
    const answer = yield* readAnswer(models.ask({ prompt, ...offer }), run)
    endSpan(answer)
    run.addTokens(answer.usage)
    if (offer.toolChoice.type !== 'auto' && answer.calls.length === 0) {
      throw unusableAnswer('did not call the required tool')
    }

    const { messages: next, results, pendingToolCallIds } = yield* runTools(answer, tools, run)
    if (results === 0 || pendingToolCallIds.length > 0 || run.count.steps === MAX_STEPS) {
      if (!run.hasText() && pendingToolCallIds.length === 0) {
        throw unusableAnswer('did not arrive at an answer')
      }
      const { finishReason } = answer
      run.count.toolCalls += pendingToolCallIds.length
      run.finish(finishReason)
      yield { type: 'run-end', finishReason, usage: run.usage(), pendingToolCallIds }
      return
    }
    prompt = [...prompt, ...next]
  }
}

function sentence({ path, message }: Unread) {
  return `${path.join('.')}: ${message}`
}
