import type {
  JSONValue,
  LanguageModelV3Message,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { isRecord, parseJson } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import { parse } from '../core/validation.ts'
import { loggedCall } from '../tools/logged-call.ts'
import type { Tool } from '../tools/tool.ts'
import type { RunEvent } from './run-event.ts'
import type { RunRecord } from './run-record.ts'
import type { RunTrace } from './run-trace.ts'
import type { Step, StepCall } from './step.ts'

interface ToolDeps {
  tools: readonly Tool[]
  /** Names of the tools that the client runs. */
  frontendTools: ReadonlySet<string>
  log: Log
  record: RunRecord
  trace: RunTrace
  signal: AbortSignal
}

/** The results of a step's calls. */
interface ToolResults {
  /** The calls and their results, for the model. */
  messages: LanguageModelV3Message[]
  /** The number of results: without any, there is no reason to ask the model again. */
  results: number
  /** Calls whose results the client sends with the next run. */
  pendingCallIds: string[]
}

/** The calls of an answer that stopped for one of these reasons may be incomplete. */
const CUT_SHORT: ReadonlySet<Step['finishReason']> = new Set(['length', 'content-filter', 'error'])

type Outcome = { output: unknown } | { error: AppError }

interface StartedCall {
  call: StepCall
  /** With defaults filled in; undefined for an invalid call. */
  input?: unknown
  /** Undefined if the client runs the tool. */
  outcome: Promise<Outcome> | undefined
}

/**
 * Runs the calls of a step concurrently and yields them in order: each call, then its result. An
 * invalid call is not run; if it is of a built-in tool, only the model sees the error.
 */
export async function* runTools(step: Step, deps: ToolDeps): AsyncGenerator<RunEvent, ToolResults> {
  const isFrontendCall = ({ toolName }: StepCall) => deps.frontendTools.has(toolName)
  const results: LanguageModelV3ToolResultPart[] = []
  const pendingCallIds: string[] = []

  const calls = CUT_SHORT.has(step.finishReason) ? step.calls.filter(isFrontendCall) : step.calls
  for (const { call, input, outcome } of calls.map((call) => start(call, deps))) {
    const { callId, toolName } = call
    yield* call.events.splice(0)
    if (!outcome) {
      pendingCallIds.push(callId)
      continue
    }
    if (input !== undefined) {
      deps.record.toolCall()
      yield { type: 'tool-call', callId, toolName, input }
    }
    const result = await untilAborted(outcome, deps.signal)
    if (input !== undefined || isFrontendCall(call)) {
      yield { type: 'tool-result', callId, toolName, output: toClientOutput(result) }
    }
    results.push({
      type: 'tool-result',
      toolCallId: callId,
      toolName,
      output: toModelOutput(result),
    })
  }
  const messages = [assistantMessage(step.text, calls), { role: 'tool' as const, content: results }]
  return { messages, results: results.length, pendingCallIds }
}

function start(call: StepCall, deps: ToolDeps): StartedCall {
  const { callId, toolName } = call
  const tool = deps.tools.find(({ name }) => name === toolName)
  try {
    const input = checkedInput(call, tool, deps)
    return { call, input, outcome: tool && run(tool, callId, input, deps) }
  } catch (thrown) {
    const error = AppError.from(thrown)
    // A name that the model made up belongs neither in the log nor in the label of a metric.
    const called = tool ? { callId, tool: toolName } : { tool: 'unknown' }
    deps.log.warn('tool-call', { ...called, ms: 0, outcome: 'refused', code: error.code })
    return { call, outcome: Promise.resolve({ error }) }
  }
}

/** @throws AppError `invalid-request`, for the model to read, if the call is invalid */
function checkedInput({ toolName, input }: StepCall, tool: Tool | undefined, deps: ToolDeps) {
  const { tools, frontendTools } = deps
  if (!tool && !frontendTools.has(toolName)) {
    const available = [...tools.map(({ name }) => name), ...frontendTools].join(', ')
    throw new AppError(
      'invalid-request',
      `Unknown tool '${toolName}'. Available tools: ${available}.`,
    )
  }
  const { value, issue } = parseJson(input)
  try {
    if (issue) throw new AppError('invalid-request', `it ${issue}.`)
    if (tool) return parse(tool.input, value)
    if (isRecord(value)) return value
    throw new AppError('invalid-request', 'it must be a JSON object.')
  } catch (cause) {
    const { message } = AppError.from(cause)
    throw new AppError('invalid-request', `Invalid input for tool ${toolName}: ${message}`)
  }
}

async function run(tool: Tool, callId: string, input: unknown, deps: ToolDeps): Promise<Outcome> {
  const span = deps.trace.toolStart(tool.name, callId)
  const caller = { signal: deps.signal }
  try {
    const log = deps.log.with({ callId, tool: tool.name })
    const output = await loggedCall(() => tool.run(input, caller), { log, caller })
    span.end()
    return { output }
  } catch (thrown) {
    const error = AppError.from(thrown)
    span.fail(error.code)
    return { error }
  }
}

/** The result as the client gets it. */
function toClientOutput(outcome: Outcome): unknown {
  if ('output' in outcome) return outcome.output
  const { message, code } = outcome.error
  return { error: message, code }
}

/** The schemas of the tools only allow plain data. */
const PlainData = z.custom<JSONValue>()

function toModelOutput(outcome: Outcome): LanguageModelV3ToolResultOutput {
  if ('output' in outcome) return { type: 'json', value: PlainData.parse(outcome.output) }
  return { type: 'error-text', value: outcome.error.message }
}

function assistantMessage(text: string, calls: readonly StepCall[]): LanguageModelV3Message {
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  const called = calls.map(({ callId: toolCallId, toolName, input: json }) => {
    const { value } = parseJson(json)
    return {
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input: isRecord(value) ? value : {},
    }
  })
  return { role: 'assistant', content: [...said, ...called] }
}
