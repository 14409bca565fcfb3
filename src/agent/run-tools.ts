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
  /** Names of tools that run where the answer is read. */
  frontendTools: ReadonlySet<string>
  log: Log
  record: RunRecord
  trace: RunTrace
  signal: AbortSignal
}

/** How the calls of a step came out. */
interface ToolResults {
  /** What the model reads of them. */
  messages: LanguageModelV3Message[]
  /** How many there are by now: none where there is nothing to tell the model. */
  results: number
  /** Calls that the reader is to answer with the next run. */
  pendingCallIds: string[]
}

/** Of an answer that stopped for one of these the calls may not be as they were meant. */
const CUT_SHORT: ReadonlySet<Step['finishReason']> = new Set(['length', 'content-filter', 'error'])

type Outcome = { output: unknown } | { error: AppError }

interface StartedCall {
  call: StepCall
  /** With defaults filled in; undefined where the call makes no sense. */
  input?: unknown
  /** Undefined where the reader is to answer. */
  outcome: Promise<Outcome> | undefined
}

/**
 * Runs the calls of a step side by side, and yields them one after the other: each call, then its
 * result. A call that makes no sense is not run, and of one of ours the model alone is told.
 */
export async function* runTools(step: Step, deps: ToolDeps): AsyncGenerator<RunEvent, ToolResults> {
  const isTheirs = ({ toolName }: StepCall) => deps.frontendTools.has(toolName)
  const results: LanguageModelV3ToolResultPart[] = []
  const pendingCallIds: string[] = []

  const calls = CUT_SHORT.has(step.finishReason) ? step.calls.filter(isTheirs) : step.calls
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
    if (input !== undefined || isTheirs(call)) {
      yield { type: 'tool-result', callId, toolName, output: shown(result) }
    }
    results.push({ type: 'tool-result', toolCallId: callId, toolName, output: told(result) })
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
    // What a model makes up is nothing for a log, nor for the label of a metric.
    const called = tool ? { callId, tool: toolName } : { tool: 'unknown' }
    deps.log.warn('tool-call', { ...called, ms: 0, outcome: 'refused', code: error.code })
    return { call, outcome: Promise.resolve({ error }) }
  }
}

/** @throws AppError `invalid-request`, for the model to read, when the call makes no sense */
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

/** What the reader sees as the result. */
function shown(outcome: Outcome): unknown {
  if ('output' in outcome) return outcome.output
  const { message, code } = outcome.error
  return { error: message, code }
}

/** What tools return is plain data by their schemas. */
const PlainData = z.custom<JSONValue>()

function told(outcome: Outcome): LanguageModelV3ToolResultOutput {
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
