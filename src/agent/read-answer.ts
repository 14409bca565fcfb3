import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider'
import { parseJson } from '../core/json.ts'
import { ModelError, unusableAnswer } from './model-failure.ts'
import type { Run } from './run.ts'
import type { RunEvent, ToolCall } from './run-event.ts'

/** Text, reasoning and tool input together: a longer answer is assumed to be runaway. */
const MAX_CHARACTERS = 1_000_000

/** One answer of the model. A run has one or more: after tools have run, the model is asked again. */
export interface Answer {
  text: string
  /** The calls in the order in which the model began them. */
  calls: readonly AnswerCall[]
  finishReason: LanguageModelV3FinishReason['unified']
  usage: LanguageModelV3Usage
  /** The model that answered, if the host names it. */
  modelId: string | undefined
  /** Fields that the host wants back with the results of the calls. */
  providerMetadata: SharedV3ProviderMetadata | undefined
}

export interface AnswerCall extends ToolCall {
  readonly isFrontend: boolean
  isOpen: boolean
  /** The input as the model has written it so far, which is JSON. */
  pieces: string[]
  /** The number of pieces that the client has, if it runs the tool. */
  sent?: number | 'all'
  /** Why the input cannot be parsed. */
  issue?: string | undefined
  providerMetadata?: SharedV3ProviderMetadata | undefined
}

/**
 * Reads an answer, part by part. Yields what the client is sent at once: text, and calls of frontend
 * tools.
 */
export async function* readAnswer(
  parts: AsyncIterable<LanguageModelV3StreamPart>,
  run: Run,
): AsyncGenerator<RunEvent, Answer> {
  let calls = createCallReader(run)
  const texts: string[] = []
  let characters = 0
  let modelId: string | undefined
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined
  // Texts before and after a tool call are paragraphs of one message.
  let isParagraphDue = run.hasText()

  for await (const part of parts) {
    if ('delta' in part) characters += part.delta.length
    if (characters > MAX_CHARACTERS) throw unusableAnswer('did not come to an end')
    switch (part.type) {
      case 'stream-start': // once more, after a failure
        calls = createCallReader(run)
        break
      case 'text-start':
        isParagraphDue = run.hasText()
        break
      case 'text-delta': {
        if (part.delta === '') break
        const delta = isParagraphDue ? `\n\n${part.delta}` : part.delta
        isParagraphDue = false
        texts.push(delta)
        run.said(delta)
        yield { type: 'text-delta', delta }
        break
      }
      case 'tool-input-start':
        calls.start(part.id, part.toolName)
        yield* calls.newEvents()
        break
      case 'tool-input-delta':
        calls.append(part.id, part.delta)
        yield* calls.newEvents()
        break
      case 'tool-call':
        isParagraphDue = run.hasText()
        calls.end(part)
        yield* calls.newEvents()
        break
      case 'response-metadata':
        modelId = part.modelId
        break
      case 'finish':
        finish = part
    }
  }
  if (!finish) throw new ModelError({ kind: 'cut' })
  const { finishReason, usage, providerMetadata } = finish
  return {
    text: texts.join('').trimStart(),
    calls: calls.endAll(),
    finishReason: finishReason.unified,
    usage,
    modelId,
    providerMetadata,
  }
}

/** The events that the client has yet to get of a call that it runs. */
export function* unsentEvents(call: AnswerCall): Generator<RunEvent> {
  const { toolCallId, toolName, input, pieces, isOpen, sent } = call
  if (sent === 'all') return
  if (sent === undefined) yield { type: 'frontend-call-start', toolCallId, toolName }
  const delta = pieces.slice(sent).join('')
  call.sent = isOpen ? pieces.length : 'all'
  if (delta !== '') yield { type: 'frontend-call-delta', toolCallId, delta }
  if (!isOpen) yield { type: 'frontend-call-end', toolCallId, toolName, input }
}

/**
 * Reads the tool calls of an answer. A frontend call is sent while the model writes it, but only once
 * all calls before it are complete: clients keep the state of a single call.
 */
function createCallReader(run: Run) {
  const calls: AnswerCall[] = []
  const open = new Map<string, AnswerCall>()
  let sent = 0

  function start(id: string, toolName: string): AnswerCall {
    const known = open.get(id)
    if (known) return known
    const call = {
      toolCallId: run.uniqueCallId(id),
      toolName,
      input: {},
      isFrontend: run.isFrontendTool(toolName),
      isOpen: true,
      pieces: [],
    }
    calls.push(call)
    open.set(id, call)
    return call
  }

  function complete(id: string, call: AnswerCall, json = call.pieces.join('')) {
    open.delete(id)
    // Some models send a call in one piece, or leave out an empty input.
    if (call.pieces.length === 0) call.pieces.push(json || '{}')
    const { value, issue } = parseJson(json.trim() || '{}')
    Object.assign(call, { isOpen: false, input: value ?? json, issue })
  }

  return {
    start,

    append(id: string, delta: string) {
      if (delta !== '') open.get(id)?.pieces.push(delta)
    },

    end({ toolCallId, toolName, input, providerMetadata }: ModelCall) {
      const call = start(toolCallId, toolName)
      call.providerMetadata = providerMetadata
      complete(toolCallId, call, input)
    },

    /** Some servers begin a call, write no input and never end it. */
    endAll(): readonly AnswerCall[] {
      for (const [id, call] of open) complete(id, call)
      return calls
    },

    *newEvents() {
      for (let call = calls[sent]; call?.isFrontend; call = calls[sent]) {
        yield* unsentEvents(call)
        if (call.isOpen) return
        sent += 1
      }
    },
  }
}

type ModelCall = Extract<LanguageModelV3StreamPart, { type: 'tool-call' }>
