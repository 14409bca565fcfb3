import { isRecord } from '../../core/json.ts'
import type { RunEvent, ToolCall } from '../../core/run.ts'
import { wholeCharacters } from '../../core/whole-characters.ts'
import { byteLength } from '../field.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import type { DeliveryLimits } from './run-timeouts.ts'
import { readJson, type WireEvent } from './wire/wire.ts'

interface OpenCall {
  toolName: string
  rawInput: string
  /** Whether the input ends as an object does. */
  isObject: boolean
  /** Parsing them again with each part would take quadratic time. */
  wasParsed: boolean
}

type TextEvent = Extract<WireEvent, { type: 'text' }>

/** Turns the events of a wire into those of one run. Parallel calls are kept apart by id. */
export function createDeliveryRun(limits: DeliveryLimits) {
  const calls = new Map<string, OpenCall>()
  const names = new Map<string, string>()
  /** Calls without a result, which the client has to run. */
  const pending = new Map<string, ToolCall>()
  const count = { events: 0, textLength: 0, textBytes: 0, idBytes: 0, toolCalls: 0, toolResults: 0 }
  const whole = wholeCharacters()
  let messageId: string | undefined
  let isMessageOver = false
  /** The line feeds at the end of the text, as if there were some before it. */
  let lineFeeds = 2

  /** Texts of two messages are paragraphs. */
  function paragraph({ delta, messageId: id }: TextEvent): string {
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

  function checkNames(toolCallId: string, name = '') {
    count.idBytes += byteLength(toolCallId)
    limit(count.idBytes, limits.maxIdBytes, 'the ids of calls have more than # bytes')
    limit(byteLength(name), limits.maxNameBytes, 'the name of a call is longer than # bytes')
  }

  function text(event: TextEvent): DeliveryEvent[] {
    const delta = paragraph(event)
    count.textLength += delta.length
    count.textBytes += byteLength(delta) - 2 // without the quotes
    limit(count.textLength, limits.maxTextLength, 'the text is longer than # characters')
    limit(count.textBytes, limits.maxTextBytes, 'the text has more than # bytes')
    return textEvents(whole.add(delta))
  }

  function startCall(toolCallId: string, toolName: string): DeliveryEvent[] {
    if (calls.has(toolCallId)) return []
    checkNames(toolCallId, toolName)
    count.toolCalls += 1
    limit(count.toolCalls, limits.maxToolCalls, 'there are more than # calls')
    names.set(toolCallId, toolName)
    calls.set(toolCallId, { toolName, rawInput: '', isObject: false, wasParsed: false })
    return [{ type: 'tool-call-start', toolCallId, toolName }]
  }

  function addInput({ toolCallId, text, isComplete }: Extract<WireEvent, { type: 'call-input' }>) {
    const call = calls.get(toolCallId)
    if (!call) return
    const length = (isComplete ? 0 : call.rawInput.length) + text.length
    limit(length, limits.maxFrameLength, 'the arguments are longer than # characters')
    call.rawInput = isComplete ? text : call.rawInput + text
    if (text.trim() !== '') call.isObject = text.trimEnd().endsWith('}')
  }

  function endCall(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    return call ? [closed(toolCallId, call, parseInput(call.rawInput))] : []
  }

  /**
   * A complete JSON object cannot grow, so its call is complete even if the agent never closed it.
   */
  function endUnclosed(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    const parsed = call && parseInput(call.rawInput)
    if (!call || !parsed || parsed.fault) return []
    return [{ ...closed(toolCallId, call, parsed), isUnclosed: true }]
  }

  /** After a message of the agent, each open call is looked at once: if it is not complete, at the end. */
  function endUnclosedOnce(): DeliveryEvent[] {
    return [...calls].flatMap(([toolCallId, call]) => {
      if (call.wasParsed || !call.isObject) return []
      call.wasParsed = true
      return endUnclosed(toolCallId)
    })
  }

  function endIncomplete(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    return call ? [closed(toolCallId, call, { input: null, fault: 'never-ended' })] : []
  }

  function closed(
    toolCallId: string,
    { toolName, rawInput }: OpenCall,
    parsed: ParsedInput,
  ): RunEvent<'tool-call'> {
    calls.delete(toolCallId)
    if (!parsed.fault) pending.set(toolCallId, { toolCallId, toolName, input: parsed.input })
    return { type: 'tool-call', toolCallId, toolName, ...parsed, rawInput }
  }

  function addResult(event: Extract<WireEvent, { type: 'result' }>): DeliveryEvent[] {
    const { toolCallId, output: result } = event
    checkNames(toolCallId, event.toolName)
    count.toolResults += 1
    limit(count.toolResults, limits.maxToolResults, 'there are more than # results')
    const toolName = event.toolName ?? names.get(toolCallId)
    const named = toolName === undefined ? {} : { toolName }
    const ended = [...endUnclosed(toolCallId), ...endIncomplete(toolCallId)]
    pending.delete(toolCallId)
    return [...ended, { type: 'tool-result', toolCallId, ...named, result }]
  }

  return {
    /** @throws DeliveryError `too-large` */
    take(event: Exclude<WireEvent, { type: 'finished' }>): DeliveryEvent[] {
      count.events += 1
      limit(count.events, limits.maxEvents, 'there are more than # events')
      switch (event.type) {
        case 'text':
          return text(event)
        case 'text-end':
          isMessageOver = true
          return endUnclosedOnce()
        case 'call-start':
          return startCall(event.toolCallId, event.toolName)
        case 'call-input':
          addInput(event)
          return []
        case 'call-end':
          return endCall(event.toolCallId)
        case 'result':
          return addResult(event)
      }
    },

    /** The events still due at the end. In a run that was cut short, no open call is complete. */
    end({ isComplete }: { isComplete: boolean }): DeliveryEvent[] {
      const rest = textEvents(whole.rest())
      const ids = [...calls.keys()]
      const unclosed = isComplete ? ids.flatMap(endUnclosed) : []
      return [...rest, ...unclosed, ...ids.flatMap(endIncomplete)]
    },

    ended(): RunEvent<'run-end'> {
      const finishReason = pending.size > 0 ? 'tool-calls' : 'stop'
      return { type: 'run-end', finishReason, pendingToolCalls: [...pending.values()] }
    },

    counts: () => ({ textLength: count.textLength, toolCalls: count.toolCalls }),
  }
}

/** In the detail, `#` is the limit. */
function limit(value: number, max: number, detail: string) {
  if (value > max) throw new DeliveryError('too-large', detail.replace('#', String(max)))
}

function textEvents(text: string): DeliveryEvent[] {
  return text === '' ? [] : [{ type: 'text-delta', delta: text.toWellFormed() }]
}

type ParsedInput = Pick<RunEvent<'tool-call'>, 'input' | 'fault'>

/** The input as an object, or why there are none. */
function parseInput(text: string): ParsedInput {
  if (text.trim() === '') return { input: null, fault: 'no-arguments' }
  const input = parse(text)
  return isRecord(input) ? { input, fault: null } : { input: null, fault: 'invalid-arguments' }
}

function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
