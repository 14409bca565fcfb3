import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import { brokeOff } from './model-failure.ts'
import type { RunEvent } from './run-event.ts'

/** A model that says more goes on without end; until then all of it is kept. */
const MAX_CHARACTERS = 1_000_000

/** Joined in bundles: a string that grows by `+=` keeps each piece, at many times its length. */
const BUNDLE = 256

/** What a model answered when it was asked once. */
export interface Step {
  text: string
  /** In the order in which the model began them. */
  calls: StepCall[]
  finishReason: LanguageModelV3FinishReason['unified']
  usage: LanguageModelV3Usage
  /** Which model the host says has answered. */
  modelId: string | undefined
}

export interface StepCall {
  readonly callId: string
  readonly toolName: string
  /** As the model wrote it: JSON, if it made no mistake. */
  input: string
  /** What the reader has yet to see of it: a frontend tool's call, while another one is open. */
  readonly events: RunEvent[]
}

/**
 * Reads one answer of a model to its end, and yields what the reader sees of it at once: the text,
 * and calls of frontend tools.
 *
 * @throws what the model failed with; AppError `upstream-failed` when it comes to no end.
 */
export async function* readStep(
  parts: AsyncIterable<LanguageModelV3StreamPart>,
  { text, frontendTools }: { text: MessageText; frontendTools: ReadonlySet<string> },
): AsyncGenerator<RunEvent, Step> {
  const said = stepText()
  const calls = stepCalls(frontendTools)
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined
  let modelId: string | undefined

  for await (const part of parts) {
    switch (part.type) {
      case 'text-start':
        text.startParagraph()
        break
      case 'text-delta': {
        const delta = text.next(part.delta)
        if (delta === '') break
        said.add(delta)
        yield { type: 'text-delta', delta }
        break
      }
      case 'tool-input-start':
        calls.begin(part.id, part.toolName)
        yield* calls.ready()
        break
      case 'tool-input-delta':
        said.count(part.delta)
        calls.write(part.id, part.delta)
        yield* calls.ready()
        break
      case 'tool-call':
        text.startParagraph()
        calls.end(part.toolCallId, part.toolName, part.input)
        yield* calls.ready()
        break
      case 'response-metadata':
        modelId = part.modelId
        break
      case 'finish':
        finish = part
    }
  }
  if (!finish) throw brokeOff('cut')
  yield* calls.endAll()
  const { finishReason, usage } = finish
  return {
    text: said.whole(),
    calls: calls.all,
    finishReason: finishReason.unified,
    usage,
    modelId,
  }
}

export type MessageText = ReturnType<typeof messageText>

/** What a model says before and after its tools are two texts, but one message: two paragraphs. */
export function messageText() {
  let isWritten = false
  let isParagraphDue = false

  return {
    get isWritten() {
      return isWritten
    },

    startParagraph() {
      isParagraphDue = isWritten
    },

    next(delta: string): string {
      if (delta === '') return ''
      const text = isParagraphDue ? `\n\n${delta}` : delta
      isParagraphDue = false
      isWritten = true
      return text
    },
  }
}

function stepText() {
  const bundles: string[] = []
  let pieces: string[] = []
  let characters = 0

  function count(piece: string) {
    characters += piece.length
    if (characters > MAX_CHARACTERS) throw noEnd()
  }

  return {
    count,

    add(piece: string) {
      count(piece)
      if (pieces.push(piece) < BUNDLE) return
      bundles.push(pieces.join(''))
      pieces = []
    },

    whole: () => (bundles.join('') + pieces.join('')).trimStart(),
  }
}

function noEnd() {
  return new AppError('upstream-failed', 'The language model did not come to an end.')
}

/**
 * The calls of one step. Those of frontend tools are shown while the model writes them, each once
 * all calls before it are over: readers keep the state of a single call.
 */
function stepCalls(frontendTools: ReadonlySet<string>) {
  const all: StepCall[] = []
  const open = new Map<string, StepCall>()
  let shown = 0

  function begin(callId: string, toolName: string): StepCall {
    const call: StepCall = open.get(callId) ?? { callId, toolName, input: '', events: [] }
    if (open.has(callId)) return call
    if (frontendTools.has(toolName)) {
      call.events.push({ type: 'frontend-call-start', callId, toolName })
    }
    open.set(callId, call)
    all.push(call)
    return call
  }

  function append(call: StepCall, delta: string) {
    const { callId, toolName } = call
    if (delta === '') return
    call.input += delta
    if (frontendTools.has(toolName))
      call.events.push({ type: 'frontend-call-delta', callId, delta })
  }

  function close(call: StepCall) {
    const { callId, toolName } = call
    open.delete(callId)
    // Models leave out what is empty.
    if (call.input.trim() === '') append(call, '{}')
    if (!frontendTools.has(toolName)) return
    const { value, issue } = parseJson(call.input)
    const input = issue ? call.input : value
    call.events.push({ type: 'frontend-call-end', callId, toolName, input })
  }

  function* ready(): Generator<RunEvent> {
    for (let call = all[shown]; call; call = all[shown]) {
      if (!frontendTools.has(call.toolName)) return // it is yet to run
      yield* call.events.splice(0)
      if (open.has(call.callId)) return
      shown += 1
    }
  }

  return {
    all,
    begin,
    ready,

    write(callId: string, delta: string) {
      const call = open.get(callId)
      if (call) append(call, delta)
    },

    /** Some models send a call in one piece. */
    end(callId: string, toolName: string, input: string) {
      const call = begin(callId, toolName)
      if (call.input === '') append(call, input)
      call.input = input
      close(call)
    },

    /** Some servers begin a call, write no input, and never end it. */
    *endAll() {
      for (const call of open.values()) close(call)
      yield* ready()
    },
  }
}
