import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider'
import { parseJson } from '../core/json.ts'
import type { RunEvent, ToolCall } from '../core/run.ts'
import { wholeCharacters } from '../core/whole-characters.ts'
import { ModelError, unusableAnswer } from './model-failure.ts'
import type { Run } from './run.ts'

/** Text, reasoning and tool input together: a longer answer is assumed to be runaway. */
const MAX_CHARACTERS = 1_000_000

/** One answer of the model. A run has one or more: after tools have run, the model is asked again. */
export interface ModelAnswer {
  text: string
  /** In the order in which the model ended them. */
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
  /** The input as the model has written it. */
  readonly json: string
  /** Why the input cannot be parsed. */
  readonly issue: string | undefined
  /** Whether the client, if it runs the tool, has been sent the call. */
  readonly isSent: boolean
  readonly providerMetadata: SharedV3ProviderMetadata | undefined
}

/** Reads an answer, part by part. Yields what the client is sent at once: text, and calls that it runs. */
export async function* readModelAnswer(
  parts: AsyncIterable<LanguageModelV3StreamPart>,
  run: Run,
): AsyncGenerator<RunEvent, ModelAnswer> {
  const words = answerText(run)
  let calls = createCallReader(run)
  let characters = 0
  let modelId: string | undefined
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined

  for await (const part of parts) {
    if ('delta' in part) characters += part.delta.length
    if (characters > MAX_CHARACTERS) throw unusableAnswer('did not come to an end')
    switch (part.type) {
      case 'stream-start': // once more, after a failure
        calls = createCallReader(run)
        break
      case 'text-start':
        words.paragraph()
        break
      case 'text-delta': {
        const said = words.add(part.delta)
        if (said) yield said
        break
      }
      case 'tool-input-start':
        yield* calls.start(part.id, part.toolName)
        break
      case 'tool-input-delta':
        yield* calls.append(part.id, part.delta)
        break
      case 'tool-call':
        words.paragraph()
        yield* calls.end(part)
        break
      case 'response-metadata':
        modelId = part.modelId
        break
      case 'finish': {
        const rest = words.rest()
        if (rest) yield rest
        finish = part
      }
    }
  }
  if (!finish || calls.isOpen()) throw new ModelError({ kind: 'cut' })
  const { finishReason, usage, providerMetadata } = finish
  return {
    text: words.whole(),
    calls: calls.ended,
    finishReason: finishReason.unified,
    usage,
    modelId,
    providerMetadata,
  }
}

/** The text of an answer. Texts before and after a tool call are paragraphs of one message. */
function answerText(run: Run) {
  const texts: string[] = []
  const characters = wholeCharacters()
  let isParagraphDue = run.hasText()

  function say(delta: string): RunEvent | undefined {
    if (delta === '') return undefined
    texts.push(delta)
    run.said(delta)
    return { type: 'text-delta', delta }
  }

  return {
    paragraph() {
      isParagraphDue = run.hasText()
    },

    add(delta: string) {
      if (delta === '') return undefined
      const words = isParagraphDue ? `\n\n${delta}` : delta
      isParagraphDue = false
      return say(characters.add(words))
    },

    rest: () => say(characters.rest()),
    whole: () => texts.join('').trimStart(),
  }
}

/** The events of a call that the client runs and has not been sent yet. */
export function* frontendCall(call: AnswerCall): Generator<RunEvent> {
  const { toolCallId, toolName } = call
  yield { type: 'tool-call-start', toolCallId, toolName, isFrontend: true }
  yield* callEnd(call, false)
}

function* callEnd(call: AnswerCall, hasInput: boolean): Generator<RunEvent> {
  const { toolCallId, toolName, input, json } = call
  if (!hasInput) yield { type: 'tool-call-delta', toolCallId, delta: json }
  yield { type: 'tool-call', toolCallId, toolName, input, isFrontend: true }
}

/** A call that the client is being sent. */
interface LiveCall {
  id: string
  toolCallId: string
  input: ReturnType<typeof wholeCharacters>
  hasInput: boolean
}

function* inputDelta(call: LiveCall, delta: string): Generator<RunEvent> {
  if (delta === '') return
  call.hasInput = true
  yield { type: 'tool-call-delta', toolCallId: call.toolCallId, delta }
}

type ModelCall = Extract<LanguageModelV3StreamPart, { type: 'tool-call' }>

/**
 * A call that the client runs is sent while the model writes it, once the client has all calls before
 * it: clients keep the state of a single call.
 */
function createCallReader(run: Run) {
  const ended: AnswerCall[] = []
  let live: LiveCall | undefined

  return {
    ended,
    isOpen: () => live !== undefined,

    *start(id: string, toolName: string): Generator<RunEvent> {
      if (live || !run.isFrontendTool(toolName) || ended.some(({ isSent }) => !isSent)) return
      live = { id, toolCallId: run.uniqueCallId(id), input: wholeCharacters(), hasInput: false }
      const { toolCallId } = live
      yield { type: 'tool-call-start', toolCallId, toolName, isFrontend: true }
    },

    *append(id: string, delta: string): Generator<RunEvent> {
      if (live?.id === id) yield* inputDelta(live, live.input.add(delta))
    },

    *end({ toolCallId: id, toolName, input, providerMetadata }: ModelCall): Generator<RunEvent> {
      const sent = live?.id === id ? live : undefined
      const toolCallId = sent?.toolCallId ?? run.uniqueCallId(id)
      const isFrontend = run.isFrontendTool(toolName)
      const json = input.trim() || '{}' // some models leave out an empty input
      const { value = json, issue } = parseJson(json)
      const known = { toolCallId, toolName, input: value, json, issue, isFrontend }
      const call = { ...known, isSent: sent !== undefined, providerMetadata }
      ended.push(call)
      if (!sent) return
      live = undefined
      yield* inputDelta(sent, sent.input.rest())
      yield* callEnd(call, sent.hasInput)
    },
  }
}
