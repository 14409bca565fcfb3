import type {
  JSONValue,
  LanguageModelV3Message,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import * as z from 'zod'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import { asRecord, isRecord } from '../core/json.ts'
import type { RunEvent, ToolCall } from '../core/run.ts'
import { loggedCall } from '../tools/logged-call.ts'
import type { Tool } from '../tools/tool.ts'
import { readToolInput } from '../tools/tool-input.ts'
import { type AnswerCall, frontendCall, type ModelAnswer } from './read-answer.ts'
import type { Run } from './run.ts'

interface ToolResults {
  /** The answer and the results of its calls, for the model. */
  messages: LanguageModelV3Message[]
  /** Whether there are any: if not, there is no reason to ask the model again. */
  hasResults: boolean
  /** Calls whose results the client sends with the next run. */
  pendingToolCalls: ToolCall[]
}

/** The calls of an answer that stopped for one of these reasons may be incomplete. */
const CUT_SHORT: ReadonlySet<ModelAnswer['finishReason']> = new Set([
  'length',
  'content-filter',
  'error',
])

type Outcome = { output: unknown; error?: undefined } | { output?: undefined; error: AppError }

interface StartedCall {
  call: AnswerCall
  /** With defaults filled in; undefined for an invalid call. */
  input?: unknown
  /** Undefined if the client runs the tool. */
  outcome: Promise<Outcome> | undefined
}

/**
 * Runs the calls of an answer concurrently and yields them in order: each call, then its result. An
 * invalid call is not run; if it is of a built-in tool, only the model sees the error.
 */
export async function* runTools(
  answer: ModelAnswer,
  run: Run,
): AsyncGenerator<RunEvent, ToolResults> {
  const isCutShort = CUT_SHORT.has(answer.finishReason)
  const calls = answer.calls.filter(({ isFrontend }) => isFrontend || !isCutShort)
  const results: LanguageModelV3ToolResultPart[] = []
  const pendingToolCalls: ToolCall[] = []

  for (const { call, input, outcome } of calls.map((call) => start(call, run))) {
    const { toolCallId, toolName, isFrontend } = call
    if (isFrontend && !call.isSent) yield* frontendCall(call)
    if (!outcome) {
      pendingToolCalls.push({ toolCallId, toolName, input })
      continue
    }
    if (input !== undefined) {
      run.count.toolCalls += 1
      yield { type: 'tool-call-start', toolCallId, toolName }
      yield { type: 'tool-call', toolCallId, toolName, input }
    }
    const result = await untilAborted(outcome, run.signal)
    const { output, error } = result
    if (input !== undefined || isFrontend) {
      yield {
        type: 'tool-result',
        toolCallId,
        toolName,
        result: error ? { error: error.message, code: error.code } : output,
      }
    }
    results.push(resultPart(call, result))
  }
  const messages = [assistantMessage(answer, calls), { role: 'tool' as const, content: results }]
  return { messages, hasResults: results.length > 0, pendingToolCalls }
}

function start(call: AnswerCall, run: Run): StartedCall {
  const { toolCallId, toolName } = call
  const tool = run.tools.find(({ name }) => name === toolName)
  try {
    if (!tool && !call.isFrontend) throw unknownTool(toolName, run)
    const input = checkedInput(call, tool, run)
    return { call, input, outcome: tool && execute(tool, toolCallId, input, run) }
  } catch (thrown) {
    const error = AppError.from(thrown)
    // A name that the model made up belongs neither in the log nor in the label of a metric.
    const called = tool ? { callId: toolCallId, tool: toolName } : { tool: 'unknown' }
    run.log.warn('tool-call', { ...called, ms: 0, outcome: 'refused', code: error.code })
    return { call, outcome: Promise.resolve({ error }) }
  }
}

function unknownTool(toolName: string, { tools, frontendTools }: Run) {
  const available = [...tools, ...frontendTools].map(({ name }) => name).join(', ')
  return invalidCall(`Unknown tool '${toolName}'. Available tools: ${available}.`)
}

/** @throws AppError `invalid-request`, for the model to read, if the input is invalid */
function checkedInput(
  { toolName, input, issue }: AnswerCall,
  tool: Tool | undefined,
  { asker }: Run,
) {
  const prefix = `Invalid input for tool ${toolName}: `
  if (issue) throw invalidCall(`${prefix}it ${issue}.`)
  if (!tool) {
    if (isRecord(input)) return input
    throw invalidCall(`${prefix}it must be a JSON object.`)
  }
  try {
    return readToolInput(tool, asRecord(input), asker)
  } catch (error) {
    throw invalidCall(prefix + AppError.from(error).message)
  }
}

function invalidCall(message: string) {
  return new AppError('invalid-request', message)
}

async function execute(tool: Tool, callId: string, input: unknown, run: Run): Promise<Outcome> {
  const endSpan = run.trace.toolCall(tool.name, callId)
  const caller = { signal: run.signal }
  try {
    const log = run.log.with({ callId, tool: tool.name })
    const output = await loggedCall(() => tool.run(input, caller), { log, caller })
    endSpan()
    return { output }
  } catch (thrown) {
    const error = AppError.from(thrown)
    endSpan(error.code)
    return { error }
  }
}

/** The schemas of the tools only allow plain data. */
const PlainData = z.custom<JSONValue>()

function resultPart({ toolCallId, toolName }: AnswerCall, result: Outcome) {
  const output = result.error
    ? { type: 'error-text' as const, value: result.error.message }
    : { type: 'json' as const, value: PlainData.parse(result.output) }
  return { type: 'tool-result' as const, toolCallId, toolName, output }
}

/** The message for the next step. Fields that the host has added to it and to its calls go back. */
function assistantMessage(
  { text, providerMetadata }: ModelAnswer,
  calls: readonly AnswerCall[],
): LanguageModelV3Message {
  const texts = text === '' ? [] : [{ type: 'text' as const, text }]
  const toolCalls = calls.map(({ toolCallId, toolName, input, providerMetadata: ofCall }) => {
    const call = { type: 'tool-call' as const, toolCallId, toolName, input: asRecord(input) }
    return { ...call, ...(ofCall && { providerOptions: ofCall }) }
  })
  return {
    role: 'assistant',
    content: [...texts, ...toolCalls],
    ...(providerMetadata && { providerOptions: providerMetadata }),
  }
}
