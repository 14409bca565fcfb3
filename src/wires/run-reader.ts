import { byteLength } from '../core/byte-length.ts'
import type { RunEvent } from '../core/run.ts'
import { wholeCharacters } from '../core/whole-characters.ts'
import { callReader, type Parts } from './call-reader.ts'
import { limit, type ReaderLimits } from './reader-limits.ts'

type Events = readonly RunEvent[]

export type RunReader = ReturnType<typeof createRunReader>

/**
 * Makes the events of a run of what a wire says, in their order, whatever agents leave out or mix up. The wire
 * calls a method for each thing that it reads; `take` returns the events that follow.
 *
 * The methods throw a WireError `too-large` beyond a limit.
 */
export function createRunReader(
  { threadId, runId }: { threadId: string; runId: string },
  limits: ReaderLimits,
) {
  const text = textReader(limits)
  const calls = callReader(limits)
  const queue: RunEvent[] = []
  let hasStarted = false
  let events = 0

  function emit(made: Events) {
    queue.push(...made)
  }

  function start(messageId?: string): Parts {
    if (hasStarted) return []
    hasStarted = true
    return [{ type: 'run-start', threadId, runId, ...(messageId !== undefined && { messageId }) }]
  }

  function started(): Parts {
    events += 1
    limit(events, limits.maxEvents, 'there are more than # events')
    return start()
  }

  return {
    start: (messageId?: string) => emit(start(messageId)),

    /** A part of the text. Different messages are paragraphs. */
    text(delta: string, messageId?: string) {
      emit(started())
      emit(text.add(delta, messageId))
    },

    /** A message has ended. Calls whose input is complete get no more of it. */
    endText() {
      text.endMessage()
      emit(started())
      emit(calls.endUnclosedOnce())
    },

    startCall(toolCallId: string, toolName: string) {
      emit(started())
      emit(calls.start(toolCallId, toolName))
    },

    /** A part of the JSON text of an input, or all of it. */
    addInput(toolCallId: string, json: string, isComplete: boolean) {
      emit(started())
      calls.addInput(toolCallId, json, isComplete)
    },

    endCall(toolCallId: string) {
      emit(started())
      emit(calls.end(toolCallId))
    },

    addResult(result: Omit<RunEvent<'tool-result'>, 'type'>) {
      emit(started())
      emit(calls.addResult(result))
    },

    /** The run has ended. */
    end(finishReason?: string) {
      emit([...start(), ...text.rest(), ...calls.endAll({ isComplete: true })])
      const pendingToolCalls = calls.pending()
      const reason = finishReason ?? (pendingToolCalls.length > 0 ? 'tool-calls' : 'stop')
      emit([{ type: 'run-end', finishReason: reason, pendingToolCalls }])
    },

    /** The agent says that its run has failed. */
    fail(code: string, message: string) {
      emit([...start(), { type: 'run-error', code, message }])
    },

    /** The run breaks off: no open call is complete. */
    breakOff() {
      emit([...text.rest(), ...calls.endAll({ isComplete: false })])
    },

    /** The events since the last time. */
    take: (): readonly RunEvent[] => queue.splice(0),

    counts: () => ({ textLength: text.length(), toolCalls: calls.count() }),
  }
}

/** Joins the texts of several messages, in whole characters. */
function textReader(limits: ReaderLimits) {
  let length = 0
  let bytes = 0
  const whole = wholeCharacters()
  let messageId: string | undefined
  let isMessageOver = false
  /** The line feeds at the end of the text, as if there were some before it. */
  let lineFeeds = 2

  function paragraph(delta: string, id: string | undefined): string {
    const isOther =
      isMessageOver || (id !== undefined && messageId !== undefined && id !== messageId)
    if (delta === '') return ''
    messageId = id ?? messageId
    isMessageOver = false
    const missing = isOther ? 2 - lineFeeds - (/^\n*/.exec(delta)?.[0].length ?? 0) : 0
    const words = '\n'.repeat(Math.max(0, missing)) + delta
    lineFeeds = /\n{0,2}$/.exec(words)?.[0].length ?? 0
    return words
  }

  return {
    add(part: string, id: string | undefined): Parts {
      const delta = paragraph(part, id)
      length += delta.length
      bytes += byteLength(delta) - 2 // without the quotes
      limit(length, limits.maxTextLength, 'the text is longer than # characters')
      limit(bytes, limits.maxTextBytes, 'the text has more than # bytes')
      return textParts(whole.add(delta))
    },

    endMessage() {
      isMessageOver = true
    },

    rest: (): Parts => textParts(whole.rest()),

    length: () => length,
  }
}

function textParts(text: string): Parts {
  return text === '' ? [] : [{ type: 'text-delta', delta: text.toWellFormed() }]
}
