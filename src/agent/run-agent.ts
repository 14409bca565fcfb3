import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Tracer } from '@opentelemetry/api'
import { generateText, type ModelMessage, stepCountIs } from 'ai'
import type { Log } from '../log.ts'
import type { Tool } from '../tool/tool.ts'
import { createChannel } from './channel.ts'
import { type FrontendTool, frontendModelTools } from './frontend-tool.ts'
import { instructions } from './instructions.ts'
import { modelFailure } from './model-failure.ts'
import { modelTools } from './model-tools.ts'
import { logRefusedCalls } from './refused-calls.ts'
import { runEnding } from './run-ending.ts'
import type { RunEvent } from './run-event.ts'
import { runRecord } from './run-record.ts'
import { telemetry } from './telemetry.ts'
import { createTeller } from './teller.ts'
import { toldModel } from './told-model.ts'

/** A model that has not come to an answer by then goes round in circles. */
const MOST_STEPS = 6

export interface RunInput {
  threadId: string
  runId: string
  messages: ModelMessage[]
  /** Tools that run where the answer is read; one with the name of a tool of ours is ignored. */
  frontendTools?: readonly FrontendTool[]
  /** Names of frontend tools of which the model has to call one, where it heeds such a wish. */
  requiredTools?: readonly string[]
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
  { threadId, runId, messages, frontendTools = [], requiredTools = [] }: RunInput,
  needs: AgentNeeds,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const log = needs.log.with({ threadId, runId })
  const record = runRecord(log)
  const theirTools = notAmong(needs.tools, frontendTools)
  const ending = runEnding(signal, needs.stopping)
  const channel = createChannel<RunEvent>(ending.signal)
  const teller = createTeller(new Set(theirTools.map(({ name }) => name)), channel.tell)

  try {
    yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
    const answer = generateText({
      model: toldModel(needs.model, { tell: teller.modelPart, silence: ending.silence }),
      system: instructions({ now: needs.now(), defaultTimezone: needs.defaultTimezone }),
      messages,
      allowSystemInMessages: true,
      tools: { ...modelTools({ tools: needs.tools, log }), ...frontendModelTools(theirTools) },
      ...choiceOf(theirTools, requiredTools),
      stopWhen: stepCountIs(MOST_STEPS),
      abortSignal: ending.signal,
      maxRetries: 1,
      experimental_telemetry: telemetry(needs.tracer, { threadId, runId }),
      experimental_onStepStart: record.stepStart,
      experimental_onToolCallStart: ({ toolCall }) => teller.toolStart(toolCall),
      experimental_onToolCallFinish({ toolCall, ...end }) {
        if (end.success) teller.toolEnd(toolCall, end.output)
        else teller.toolFailure(toolCall, end.error)
      },
      onStepFinish(step) {
        record.stepEnd(step.usage)
        logRefusedCalls(step.toolCalls, { tools: needs.tools, log })
        teller.stepEnd(step)
      },
    }).finally(channel.close)
    answer.catch(() => {}) // it is heard below, or by nobody when the reader has left
    for await (const event of channel.items) {
      record.see(event)
      yield event
    }

    ending.signal.throwIfAborted()
    const end = teller.runEnd(await answer)
    record.see(end)
    yield end
  } catch (error) {
    if (signal.aborted) return
    const { code, message, cause, retryAfterMs } = modelFailure(ending.signal.reason ?? error)
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

/** With one of them called the run ends, so that the choice holds for its first step alone. */
function choiceOf(tools: readonly FrontendTool[], required: readonly string[]) {
  const activeTools = tools.map(({ name }) => name).filter((name) => required.includes(name))
  const [toolName] = activeTools
  if (toolName === undefined) return {}
  if (activeTools.length > 1) return { activeTools, toolChoice: 'required' as const }
  return { activeTools, toolChoice: { type: 'tool' as const, toolName } }
}
