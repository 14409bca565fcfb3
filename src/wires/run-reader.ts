import { byteLength } from '../core/byte-length.ts'
import { isRecord, parseJson } from '../core/json.ts'
import type { RunEvent, ToolCall } from '../core/run.ts'
import { wholeCharacters } from '../core/whole-characters.ts'
import { malformed, WireError } from './wire-error.ts'

/** What one answer may have at most. */
export interface ReaderLimits {
  /** The length of a line, event or document, or of the input of a call, in UTF-16 units. */
  maxFrameLength: number
  /** The number of parts of text, parts of calls, and results. */
  maxEvents: number
  /** The length of the text of the answer, in UTF-16 units. */
  maxTextLength: number
  /** The size of the same text as JSON: an escaped character takes up to six bytes. */
  maxTextBytes: number
  maxToolCalls: number
  maxToolResults: number
  /** The size of all ids of calls and results, as JSON. Some carry signatures of any length. */
  maxIdBytes: number
  /** The size of the name of a call, as JSON. */
  maxNameBytes: number
}

interface OpenCall {
  toolName: string
  rawInput: string
  /** Whether the input ends as an object does. */
  isObject: boolean
  /** Parsing them again with each part would take quadratic time. */
  wasParsed: boolean
}

type Events = readonly RunEvent[]
type Parts = readonly RunEvent<
  'run-start' | 'text-delta' | 'tool-call-start' | 'tool-call' | 'tool-result'
>[]

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

    /** A part of the text. Those of different messages are paragraphs. */
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

/** Reads calls by their ids. Of those that agents interleave, each is whole before the next one begins. */
function callReader(limits: ReaderLimits) {
  const open = new Map<string, OpenCall>()
  /** The ids of calls by what the agent calls them: some count anew, and some give no ids. */
  const ids = new Map<string, string>()
  const names = new Map<string, string>()
  /** Calls without a result, which the client has to run. */
  const pending = new Map<string, ToolCall>()
  let idBytes = 0
  let callCount = 0
  let resultCount = 0
  /** The open call that has been announced. */
  let announced: string | undefined
  /** What the calls beside it have, until it is whole. */
  let waiting: Parts[number][] = []

  function checkNames(toolCallId: string, name = '') {
    idBytes += byteLength(toolCallId)
    limit(idBytes, limits.maxIdBytes, 'the ids of calls have more than # bytes')
    limit(byteLength(name), limits.maxNameBytes, 'the name of a call is longer than # bytes')
  }

  const idOf = (given: string) => ids.get(given) ?? given

  function newId(given: string): string {
    let id = given
    for (let count = 2; names.has(id); count += 1) id = `${given}-${count}`
    ids.set(given, id)
    return id
  }

  function start(given: string, toolName: string): Parts {
    if (open.has(idOf(given))) return []
    const toolCallId = newId(given)
    checkNames(toolCallId, toolName)
    callCount += 1
    limit(callCount, limits.maxToolCalls, 'there are more than # calls')
    names.set(toolCallId, toolName)
    open.set(toolCallId, { toolName, rawInput: '', isObject: false, wasParsed: false })
    if (announced !== undefined) return []
    announced = toolCallId
    return [{ type: 'tool-call-start', toolCallId, toolName }]
  }

  function close(
    toolCallId: string,
    call: OpenCall,
    parsed: ParsedInput,
    isUnclosed: boolean,
  ): Parts {
    const { toolName, rawInput } = call
    open.delete(toolCallId)
    if (!parsed.fault) pending.set(toolCallId, { toolCallId, toolName, input: parsed.input })
    const event: RunEvent<'tool-call'> = {
      type: 'tool-call',
      toolCallId,
      toolName,
      ...parsed,
      rawInput,
      ...(isUnclosed && { isUnclosed }),
    }
    if (toolCallId !== announced)
      return later({ type: 'tool-call-start', toolCallId, toolName }, event)
    announced = undefined
    const due = waiting
    waiting = []
    return [event, ...due, ...announceNext()]
  }

  /** The first of the other calls that are still open. */
  function announceNext(): Parts {
    const [next] = open
    if (!next) return []
    const [toolCallId, { toolName }] = next
    announced = toolCallId
    return [{ type: 'tool-call-start', toolCallId, toolName }]
  }

  function later(...events: Parts[number][]): Parts {
    if (announced === undefined) return events
    waiting.push(...events)
    return []
  }

  function end(given: string): Parts {
    const toolCallId = idOf(given)
    const call = open.get(toolCallId)
    return call ? close(toolCallId, call, parseInput(call.rawInput), false) : []
  }

  /** A complete JSON object cannot grow, so its call is complete even if the agent never closed it. */
  function endUnclosed(toolCallId: string): Parts {
    const call = open.get(toolCallId)
    const parsed = call && parseInput(call.rawInput)
    return call && parsed && !parsed.fault ? close(toolCallId, call, parsed, true) : []
  }

  function endIncomplete(toolCallId: string): Parts {
    const call = open.get(toolCallId)
    return call ? close(toolCallId, call, { input: null, fault: 'never-ended' }, false) : []
  }

  return {
    start,
    end,
    pending: () => [...pending.values()],
    count: () => callCount,

    addInput(given: string, json: string, isComplete: boolean) {
      const call = open.get(idOf(given))
      if (!call) return
      const length = (isComplete ? 0 : call.rawInput.length) + json.length
      limit(length, limits.maxFrameLength, 'the arguments are longer than # characters')
      call.rawInput = isComplete ? json : call.rawInput + json
      if (json.trim() !== '') call.isObject = json.trimEnd().endsWith('}')
    },

    /** After a message of the agent, each open call is looked at once: if it is not complete, at the end. */
    endUnclosedOnce: (): Parts =>
      [...open].flatMap(([toolCallId, call]) => {
        if (call.wasParsed || !call.isObject) return []
        call.wasParsed = true
        return endUnclosed(toolCallId)
      }),

    addResult({ toolName, result, ...given }: Omit<RunEvent<'tool-result'>, 'type'>): Parts {
      const toolCallId = idOf(given.toolCallId)
      checkNames(toolCallId, toolName)
      resultCount += 1
      limit(resultCount, limits.maxToolResults, 'there are more than # results')
      const name = toolName ?? names.get(toolCallId)
      const ended = [...endUnclosed(toolCallId), ...endIncomplete(toolCallId)]
      pending.delete(toolCallId)
      const named = name === undefined ? {} : { toolName: name }
      return [...ended, ...later({ type: 'tool-result', toolCallId, ...named, result })]
    },

    /** In a run that was cut short, no open call is complete. */
    endAll({ isComplete }: { isComplete: boolean }): Parts {
      const ids = [...open.keys()]
      const unclosed = isComplete ? ids.flatMap(endUnclosed) : []
      return [...unclosed, ...ids.flatMap(endIncomplete)]
    },
  }
}

/** In the detail, `#` is the limit. */
function limit(value: number, max: number, detail: string) {
  if (value > max) throw new WireError('too-large', detail.replace('#', String(max)))
}

function textParts(text: string): Parts {
  return text === '' ? [] : [{ type: 'text-delta', delta: text.toWellFormed() }]
}

type ParsedInput = Pick<RunEvent<'tool-call'>, 'input' | 'fault'>

/** The input as an object, or why there is none. */
function parseInput(text: string): ParsedInput {
  if (text.trim() === '') return { input: null, fault: 'no-arguments' }
  const input = parse(text)
  return isRecord(input) ? { input, fault: null } : { input: null, fault: 'invalid-arguments' }
}

function parse(text: string): unknown {
  try {
    return readFrame(text)
  } catch {
    return undefined
  }
}

/**
 * Values are stored and relayed by recursive code, so nesting is limited. There may be more values
 * than in a request: an agent can send its whole state in one event.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** @throws WireError `malformed` */
export function readFrame(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a part of the response ${issue}`)
  return value
}
