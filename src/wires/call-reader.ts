import { byteLength } from '../core/byte-length.ts'
import { isRecord } from '../core/json.ts'
import type { RunEvent, ToolCall } from '../core/run.ts'
import { limit, type ReaderLimits, readFrame } from './reader-limits.ts'

export type Parts = readonly RunEvent<
  'run-start' | 'text-delta' | 'tool-call-start' | 'tool-call' | 'tool-result'
>[]

type CallEvent = Parts[number]
type CallResult = Omit<RunEvent<'tool-result'>, 'type'>

interface OpenCall {
  toolName: string
  rawInput: string
  /** Whether the input ends as an object does. */
  isObject: boolean
  /** Parsing them again with each part would take quadratic time. */
  wasParsed: boolean
}

/** Reads calls by their ids. Interleaved calls are put in order: each is whole before the next begins. */
export function callReader(limits: ReaderLimits) {
  const open = new Map<string, OpenCall>()
  const ids = callIds(limits)
  const order = callOrder(open)
  /** Calls without a result, which the client has to run. */
  const pending = new Map<string, ToolCall>()
  let callCount = 0
  let resultCount = 0

  function close(toolCallId: string, parsed: ParsedInput, isUnclosed = false): Parts {
    const call = open.get(toolCallId)
    if (!call) return []
    const { toolName, rawInput } = call
    open.delete(toolCallId)
    if (!parsed.fault) pending.set(toolCallId, { toolCallId, toolName, input: parsed.input })
    return order.end({
      type: 'tool-call',
      toolCallId,
      toolName,
      ...parsed,
      rawInput,
      ...(isUnclosed && { isUnclosed }),
    })
  }

  /** A complete JSON object cannot grow, so its call is complete even if the agent never closed it. */
  function endUnclosed(toolCallId: string): Parts {
    const parsed = parseInput(open.get(toolCallId)?.rawInput ?? '')
    return parsed.fault ? [] : close(toolCallId, parsed, true)
  }

  const endIncomplete = (toolCallId: string) =>
    close(toolCallId, { input: null, fault: 'never-ended' })

  return {
    pending: () => [...pending.values()],
    count: () => callCount,

    start(given: string, toolName: string): Parts {
      if (open.has(ids.idOf(given))) return []
      callCount += 1
      limit(callCount, limits.maxToolCalls, 'there are more than # calls')
      const toolCallId = ids.add(given, toolName)
      open.set(toolCallId, { toolName, rawInput: '', isObject: false, wasParsed: false })
      return order.start(toolCallId, toolName)
    },

    end(given: string): Parts {
      const toolCallId = ids.idOf(given)
      return close(toolCallId, parseInput(open.get(toolCallId)?.rawInput ?? ''))
    },

    addInput(given: string, json: string, isComplete: boolean) {
      const call = open.get(ids.idOf(given))
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

    addResult({ toolName, result, ...given }: CallResult): Parts {
      const toolCallId = ids.idOf(given.toolCallId)
      ids.check(toolCallId, toolName)
      resultCount += 1
      limit(resultCount, limits.maxToolResults, 'there are more than # results')
      const name = toolName ?? ids.nameOf(toolCallId)
      const ended = [...endUnclosed(toolCallId), ...endIncomplete(toolCallId)]
      pending.delete(toolCallId)
      const named = name === undefined ? {} : { toolName: name }
      return [...ended, ...order.later({ type: 'tool-result', toolCallId, ...named, result })]
    },

    /** In a run that was cut short, no open call is complete. */
    endAll({ isComplete }: { isComplete: boolean }): Parts {
      const opened = [...open.keys()]
      const unclosed = isComplete ? opened.flatMap(endUnclosed) : []
      return [...unclosed, ...opened.flatMap(endIncomplete)]
    },
  }
}

/** The ids of calls by what the agent calls them: some count anew, and some give no ids. */
function callIds(limits: ReaderLimits) {
  const ids = new Map<string, string>()
  const names = new Map<string, string>()
  let idBytes = 0

  function check(toolCallId: string, name = '') {
    idBytes += byteLength(toolCallId)
    limit(idBytes, limits.maxIdBytes, 'the ids of calls have more than # bytes')
    limit(byteLength(name), limits.maxNameBytes, 'the name of a call is longer than # bytes')
  }

  return {
    check,
    idOf: (given: string) => ids.get(given) ?? given,
    nameOf: (toolCallId: string) => names.get(toolCallId),

    add(given: string, toolName: string): string {
      let id = given
      for (let count = 2; names.has(id); count += 1) id = `${given}-${count}`
      check(id, toolName)
      ids.set(given, id)
      names.set(id, toolName)
      return id
    },
  }
}

/** The order of their events: what calls beside the announced one have waits until that is whole. */
function callOrder(open: ReadonlyMap<string, { toolName: string }>) {
  let announced: string | undefined
  let waiting: CallEvent[] = []

  const opening = (toolCallId: string, toolName: string): CallEvent => {
    return { type: 'tool-call-start', toolCallId, toolName }
  }

  function start(toolCallId: string, toolName: string): Parts {
    if (announced !== undefined) return []
    announced = toolCallId
    return [opening(toolCallId, toolName)]
  }

  function later(...events: CallEvent[]): Parts {
    if (announced === undefined) return events
    waiting.push(...events)
    return []
  }

  return {
    start,
    later,

    end(event: RunEvent<'tool-call'>): Parts {
      const { toolCallId, toolName } = event
      if (toolCallId !== announced) return later(opening(toolCallId, toolName), event)
      announced = undefined
      const due = waiting
      waiting = []
      const [next] = open
      return [event, ...due, ...(next ? start(next[0], next[1].toolName) : [])]
    },
  }
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
