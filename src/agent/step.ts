import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { parseJson } from '../core/json.ts'
import { brokenAnswer, unusableAnswer } from './model-failure.ts'
import type { RunEvent } from './run-event.ts'
import type { RunRecord } from './run-record.ts'

/** Of text and tool input together: a longer answer is assumed to be runaway. */
const MAX_CHARACTERS = 1_000_000

/** Joined at this many: a string that grows by `+=` keeps each piece, at many times its length. */
const MAX_PIECES = 64

const NONE: readonly RunEvent[] = []

/** One answer of the model. A run has one or more: after tools have run, it is asked again. */
export interface Step {
  text: string
  /** In the order in which the model began them. */
  toolCalls: readonly StepToolCall[]
  finishReason: LanguageModelV3FinishReason['unified']
  usage: LanguageModelV3Usage
  /** The model that answered, if the host names it. */
  modelId: string | undefined
}

export interface StepToolCall {
  readonly toolCallId: string
  readonly toolName: string
  /** The JSON that the model has written so far. */
  json: string
  isOpen: boolean
  /** Parsed when the call is complete; the text itself if it cannot be parsed. */
  input?: unknown
  /** Why it cannot be parsed. */
  issue?: string | undefined
  /** Events of a frontend call that wait until the calls before it are complete. */
  readonly events: RunEvent[]
}

export type StepReader = ReturnType<typeof createStepReader>

/** Reads one answer, part by part. */
export function createStepReader(frontendTools: ReadonlySet<string>, record: RunRecord) {
  const toolCalls = createToolCallReader(frontendTools)
  let pieces: string[] = []
  let characters = 0
  let modelId: string | undefined
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined
  // Texts before and after a tool call are paragraphs of one message.
  let isParagraphDue = record.hasText

  function count(piece: string) {
    characters += piece.length
    if (characters > MAX_CHARACTERS) throw unusableAnswer('did not come to an end')
  }

  function text(piece: string): readonly RunEvent[] {
    if (piece === '') return NONE
    const delta = isParagraphDue ? `\n\n${piece}` : piece
    isParagraphDue = false
    // White space alone is no answer.
    if (!record.hasText && /\S/.test(piece)) record.text()
    count(delta)
    if (pieces.push(delta) === MAX_PIECES) pieces = [pieces.join('')]
    return [{ type: 'text-delta', delta }]
  }

  return {
    /** Returns what the client is sent at once: text, and calls of frontend tools. */
    read(part: LanguageModelV3StreamPart): readonly RunEvent[] {
      switch (part.type) {
        case 'text-start':
          isParagraphDue = record.hasText
          return NONE
        case 'text-delta':
          return text(part.delta)
        case 'tool-input-start':
          toolCalls.start(part.id, part.toolName)
          return toolCalls.takeEvents()
        case 'tool-input-delta':
          count(part.delta)
          toolCalls.append(part.id, part.delta)
          return toolCalls.takeEvents()
        case 'tool-call':
          isParagraphDue = record.hasText
          toolCalls.end(part.toolCallId, part.toolName, part.input)
          return toolCalls.takeEvents()
        case 'response-metadata':
          modelId = part.modelId
          return NONE
        case 'finish':
          finish = part
          return NONE
        default:
          return NONE
      }
    },

    /** @throws AppError `upstream-failed` if the answer is incomplete */
    end(): Step {
      if (!finish) throw brokenAnswer('cut')
      const { finishReason, usage } = finish
      return {
        text: pieces.join('').trimStart(),
        toolCalls: toolCalls.endAll(),
        finishReason: finishReason.unified,
        usage,
        modelId,
      }
    },
  }
}

/**
 * Reads the tool calls of a step. A frontend call is sent while the model writes it, but only once
 * all calls before it are complete: clients keep the state of a single call.
 */
function createToolCallReader(frontendTools: ReadonlySet<string>) {
  const calls: StepToolCall[] = []
  let sent = 0

  const isFrontendCall = ({ toolName }: StepToolCall) => frontendTools.has(toolName)
  const findOpen = (id: string) => calls.find((call) => call.isOpen && call.toolCallId === id)

  function emit(call: StepToolCall, event: RunEvent) {
    if (isFrontendCall(call)) call.events.push(event)
  }

  function start(toolCallId: string, toolName: string): StepToolCall {
    const known = findOpen(toolCallId)
    if (known) return known
    const call: StepToolCall = { toolCallId, toolName, json: '', isOpen: true, events: [] }
    calls.push(call)
    emit(call, { type: 'frontend-call-start', toolCallId, toolName })
    return call
  }

  function addInput(call: StepToolCall, delta: string) {
    if (delta === '') return
    call.json += delta
    emit(call, { type: 'frontend-call-delta', toolCallId: call.toolCallId, delta })
  }

  function complete(call: StepToolCall) {
    // Models leave out what is empty.
    if (call.json.trim() === '') addInput(call, '{}')
    const { toolCallId, toolName } = call
    const { value: input = call.json, issue } = parseJson(call.json)
    call.isOpen = false
    call.input = input
    call.issue = issue
    emit(call, { type: 'frontend-call-end', toolCallId, toolName, input })
  }

  return {
    start,

    append(toolCallId: string, delta: string) {
      const call = findOpen(toolCallId)
      if (call) addInput(call, delta)
    },

    /** Some models send a call in one piece. */
    end(toolCallId: string, toolName: string, json: string) {
      const call = start(toolCallId, toolName)
      if (call.json === '') addInput(call, json)
      call.json = json
      complete(call)
    },

    /** Some servers begin a call, write no input and never end it. */
    endAll(): readonly StepToolCall[] {
      for (const call of calls) if (call.isOpen) complete(call)
      return calls
    },

    /** The events that can be sent now. */
    takeEvents() {
      const events: RunEvent[] = []
      for (let call = calls[sent]; call && isFrontendCall(call); call = calls[sent]) {
        events.push(...call.events.splice(0))
        if (call.isOpen) break
        sent += 1
      }
      return events
    },
  }
}
