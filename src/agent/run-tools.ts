import type {
  JSONValue,
  LanguageModelV3Message,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { isRecord } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import { parse } from '../core/validation.ts'
import { loggedCall } from '../tools/logged-call.ts'
import type { Tool } from '../tools/tool.ts'
import type { RunEvent } from './run-event.ts'
import type { RunRecord } from './run-record.ts'
import type { RunTrace } from './run-trace.ts'
import type { Step, StepToolCall } from './step.ts'

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
  pendingToolCallIds: string[]
}

/** The calls of an answer that stopped for one of these reasons may be incomplete. */
const CUT_SHORT: ReadonlySet<Step['finishReason']> = new Set(['length', 'content-filter', 'error'])

type Outcome = { output: unknown; error?: undefined } | { error: AppError }

interface StartedCall {
  call: StepToolCall
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
  const isFrontendCall = ({ toolName }: StepToolCall) => deps.frontendTools.has(toolName)
  const isCutShort = CUT_SHORT.has(step.finishReason)
  const calls = isCutShort ? step.toolCalls.filter(isFrontendCall) : step.toolCalls
  const results: LanguageModelV3ToolResultPart[] = []
  const pendingToolCallIds: string[] = []

  for (const { call, input, outcome } of calls.map((call) => start(call, deps))) {
    const { toolCallId, toolName } = call
    yield* call.events.splice(0)
    if (!outcome) {
      pendingToolCallIds.push(toolCallId)
      continue
    }
    if (input !== undefined) {
      deps.record.toolCall()
      yield { type: 'tool-call', toolCallId, toolName, input }
    }
    const result = await untilAborted(outcome, deps.signal)
    if (input !== undefined || isFrontendCall(call)) {
      const output = result.error ? errorOutput(result.error) : result.output
      yield { type: 'tool-result', toolCallId, toolName, output }
    }
    results.push(resultPart(call, result))
  }
  const messages = [assistantMessage(step.text, calls), { role: 'tool' as const, content: results }]
  return { messages, results: results.length, pendingToolCallIds }
}

function start(call: StepToolCall, deps: ToolDeps): StartedCall {
  const { toolCallId, toolName } = call
  const tool = deps.tools.find(({ name }) => name === toolName)
  try {
    const input = checkedInput(call, tool, deps)
    return { call, input, outcome: tool && run(tool, toolCallId, input, deps) }
  } catch (thrown) {
    const error = AppError.from(thrown)
    // A name that the model made up belongs neither in the log nor in the label of a metric.
    const called = tool ? { callId: toolCallId, tool: toolName } : { tool: 'unknown' }
    deps.log.warn('tool-call', { ...called, ms: 0, outcome: 'refused', code: error.code })
    return { call, outcome: Promise.resolve({ error }) }
  }
}

/** @throws AppError `invalid-request`, for the model to read, if the call is invalid */
function checkedInput(
  { toolName, input, issue }: StepToolCall,
  tool: Tool | undefined,
  { tools, frontendTools }: ToolDeps,
) {
  if (!tool && !frontendTools.has(toolName)) {
    const available = [...tools.map(({ name }) => name), ...frontendTools].join(', ')
    throw invalidCall(`Unknown tool '${toolName}'. Available tools: ${available}.`)
  }
  const prefix = `Invalid input for tool ${toolName}: `
  if (issue) throw invalidCall(`${prefix}it ${issue}.`)
  if (!tool) {
    if (isRecord(input)) return input
    throw invalidCall(`${prefix}it must be a JSON object.`)
  }
  try {
    return parse(tool.input, input)
  } catch (error) {
    throw invalidCall(prefix + AppError.from(error).message)
  }
}

function invalidCall(message: string) {
  return new AppError('invalid-request', message)
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

function errorOutput({ message, code }: AppError) {
  return { error: message, code }
}

/** The schemas of the tools only allow plain data. */
const PlainData = z.custom<JSONValue>()

function resultPart({ toolCallId, toolName }: StepToolCall, result: Outcome) {
  const output = result.error
    ? { type: 'error-text' as const, value: result.error.message }
    : { type: 'json' as const, value: PlainData.parse(result.output) }
  return { type: 'tool-result' as const, toolCallId, toolName, output }
}

function assistantMessage(text: string, calls: readonly StepToolCall[]): LanguageModelV3Message {
  const texts = text === '' ? [] : [{ type: 'text' as const, text }]
  const toolCalls = calls.map(({ toolCallId, toolName, input }) => {
    const object = isRecord(input) ? input : {}
    return { type: 'tool-call' as const, toolCallId, toolName, input: object }
  })
  return { role: 'assistant', content: [...texts, ...toolCalls] }
}
