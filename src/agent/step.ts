import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import { brokenAnswer } from './model-failure.ts'
import type { RunEvent } from './run-event.ts'
import type { RunRecord } from './run-record.ts'

/** A model that says more goes on without end; until then all of it is kept. */
const MAX_CHARACTERS = 1_000_000

/** Joined at this many: a string that grows by `+=` keeps each piece, at many times its length. */
const MAX_PIECES = 64

const NOTHING: readonly RunEvent[] = []

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
  isOpen: boolean
  /** What the reader has yet to see of it: a frontend tool's call, while another one is open. */
  readonly events: RunEvent[]
}

export type Answer = ReturnType<ReturnType<typeof answerReader>>

/**
 * Begins to read an answer of the model, each time it is called. What the model says before and
 * after its tools are two texts, but one message: two paragraphs.
 */
export function answerReader(frontendTools: ReadonlySet<string>, record: RunRecord) {
  let isParagraphDue = false

  function textOf(delta: string) {
    const text = isParagraphDue ? `\n\n${delta}` : delta
    isParagraphDue = false
    record.text()
    return text
  }

  return function begin() {
    const calls = stepCalls(frontendTools)
    let pieces: string[] = []
    let characters = 0
    let modelId: string | undefined
    let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined
    isParagraphDue = record.hasText

    function count(piece: string) {
      characters += piece.length
      if (characters > MAX_CHARACTERS) throw noEnd()
    }

    return {
      /** What the reader sees of a part at once: text, and calls of frontend tools. */
      read(part: LanguageModelV3StreamPart): readonly RunEvent[] {
        switch (part.type) {
          case 'text-start':
            isParagraphDue = record.hasText
            return NOTHING
          case 'text-delta': {
            if (part.delta === '') return NOTHING
            const delta = textOf(part.delta)
            count(delta)
            if (pieces.push(delta) === MAX_PIECES) pieces = [pieces.join('')]
            return [{ type: 'text-delta', delta }]
          }
          case 'tool-input-start':
            calls.begin(part.id, part.toolName)
            return calls.ready()
          case 'tool-input-delta':
            count(part.delta)
            calls.write(part.id, part.delta)
            return calls.ready()
          case 'tool-call':
            isParagraphDue = record.hasText
            calls.end(part.toolCallId, part.toolName, part.input)
            return calls.ready()
          case 'response-metadata':
            modelId = part.modelId
            return NOTHING
          case 'finish':
            finish = part
        }
        return NOTHING
      },

      /** @throws AppError `upstream-failed` when the model has not come to an end. */
      end(): Step {
        if (!finish) throw brokenAnswer('cut')
        const { finishReason, usage } = finish
        const text = pieces.join('').trimStart()
        return { text, calls: calls.endAll(), finishReason: finishReason.unified, usage, modelId }
      },
    }
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
  let shown = 0

  const openCall = (callId: string) => all.find((call) => call.isOpen && call.callId === callId)
  const isTheirs = ({ toolName }: StepCall) => frontendTools.has(toolName)

  function begin(callId: string, toolName: string): StepCall {
    const known = openCall(callId)
    if (known) return known
    const call: StepCall = { callId, toolName, input: '', isOpen: true, events: [] }
    if (isTheirs(call)) call.events.push({ type: 'frontend-call-start', callId, toolName })
    all.push(call)
    return call
  }

  function append(call: StepCall, delta: string) {
    if (delta === '') return
    call.input += delta
    const { callId } = call
    if (isTheirs(call)) call.events.push({ type: 'frontend-call-delta', callId, delta })
  }

  function close(call: StepCall) {
    call.isOpen = false
    // Models leave out what is empty.
    if (call.input.trim() === '') append(call, '{}')
    if (!isTheirs(call)) return
    const { callId, toolName } = call
    const { value: input = call.input } = parseJson(call.input)
    call.events.push({ type: 'frontend-call-end', callId, toolName, input })
  }

  return {
    begin,

    write(callId: string, delta: string) {
      const call = openCall(callId)
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
    endAll() {
      for (const call of all) if (call.isOpen) close(call)
      return all
    },

    /** What may be shown by now. */
    ready() {
      const events: RunEvent[] = []
      for (let call = all[shown]; call && isTheirs(call); call = all[shown]) {
        events.push(...call.events.splice(0))
        if (call.isOpen) break
        shown += 1
      }
      return events
    },
  }
}
