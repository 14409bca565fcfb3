import * as z from 'zod'
import { byteLength } from '../field.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryEvent, ToolCall } from './delivery-event.ts'
import type { DeliveryLimits } from './delivery-limits.ts'
import type { ProtocolEvent } from './protocol/agent-protocol.ts'
import { readJson } from './read-json.ts'

type Limits = Pick<
  DeliveryLimits,
  | 'maxEvents'
  | 'maxFrameLength'
  | 'maxTextLength'
  | 'maxTextBytes'
  | 'maxToolCalls'
  | 'maxToolResults'
  | 'maxIdBytes'
>

/** The first half of a surrogate pair. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

interface OpenCall {
  toolName: string
  rawInput: string
  /** Whether the input ends as an object does. */
  isObject: boolean
  /** Parsing it again with each part would take quadratic time. */
  wasParsed: boolean
}

/** Turns the events of a protocol into those of one run. Parallel calls are kept apart by id. */
export function createDeliveryRun(limits: Limits) {
  const calls = new Map<string, OpenCall>()
  const names = new Map<string, string>()
  const count = { events: 0, textLength: 0, textBytes: 0, toolCalls: 0, toolResults: 0 }
  let half = ''

  function checkNames(toolCallId: string, toolName = '') {
    const { maxIdBytes } = limits
    if (byteLength(toolCallId) <= maxIdBytes && byteLength(toolName) <= maxIdBytes) return
    throw tooLarge(`the id or the name of a call is longer than ${maxIdBytes} bytes`)
  }

  /** Half a surrogate pair is held back until the other half comes: it cannot be encoded alone. */
  function text(delta: string): DeliveryEvent[] {
    count.textLength += delta.length
    count.textBytes += byteLength(delta) - 2 // without the quotes
    const { maxTextLength, maxTextBytes } = limits
    if (count.textLength > maxTextLength)
      throw tooLarge(`the text is longer than ${maxTextLength} characters`)
    if (count.textBytes > maxTextBytes)
      throw tooLarge(`the text has more than ${maxTextBytes} bytes`)
    const pending = half + delta
    half = HALF_CHARACTER.exec(pending)?.[0] ?? ''
    return textEvents(pending.slice(0, pending.length - half.length))
  }

  function startCall(toolCallId: string, toolName: string): DeliveryEvent[] {
    if (calls.has(toolCallId)) return []
    checkNames(toolCallId, toolName)
    count.toolCalls += 1
    const { maxToolCalls } = limits
    if (count.toolCalls > maxToolCalls) throw tooLarge(`there are more than ${maxToolCalls} calls`)
    names.set(toolCallId, toolName)
    calls.set(toolCallId, { toolName, rawInput: '', isObject: false, wasParsed: false })
    return [{ type: 'tool-call-start', toolCallId, toolName }]
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
    { input, fault }: Pick<ToolCall, 'input' | 'fault'>,
  ): ToolCall {
    calls.delete(toolCallId)
    return { type: 'tool-call', toolCallId, toolName, input, rawInput, fault }
  }

  function addInput(event: Extract<ProtocolEvent, { type: 'call-input' }>) {
    const { toolCallId, text, isComplete } = event
    const call = calls.get(toolCallId)
    if (!call) return
    const { maxFrameLength } = limits
    const length = (isComplete ? 0 : call.rawInput.length) + text.length
    if (length > maxFrameLength)
      throw tooLarge(`the arguments are longer than ${maxFrameLength} characters`)
    call.rawInput = isComplete ? text : call.rawInput + text
    if (text.trim() !== '') call.isObject = text.trimEnd().endsWith('}')
  }

  function addResult(event: Extract<ProtocolEvent, { type: 'result' }>): DeliveryEvent[] {
    const { toolCallId, output } = event
    checkNames(toolCallId, event.toolName)
    count.toolResults += 1
    const { maxToolResults } = limits
    if (count.toolResults > maxToolResults) {
      throw tooLarge(`there are more than ${maxToolResults} results`)
    }
    const toolName = event.toolName ?? names.get(toolCallId)
    const named = toolName === undefined ? {} : { toolName }
    const ended = [...endUnclosed(toolCallId), ...endIncomplete(toolCallId)]
    return [...ended, { type: 'tool-result', toolCallId, ...named, output }]
  }

  return {
    /** @throws DeliveryError `too-large` */
    take(event: Exclude<ProtocolEvent, { type: 'finished' }>): DeliveryEvent[] {
      count.events += 1
      const { maxEvents } = limits
      if (count.events > maxEvents) throw tooLarge(`there are more than ${maxEvents} events`)
      switch (event.type) {
        case 'text':
          return text(event.delta)
        case 'text-end':
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
      const rest = textEvents(half)
      half = ''
      const ids = [...calls.keys()]
      const unclosed = isComplete ? ids.flatMap(endUnclosed) : []
      return [...rest, ...unclosed, ...ids.flatMap(endIncomplete)]
    },

    counts: () => ({ textLength: count.textLength, toolCalls: count.toolCalls }),
  }
}

function tooLarge(detail: string) {
  return new DeliveryError('too-large', detail)
}

function textEvents(text: string): DeliveryEvent[] {
  return text === '' ? [] : [{ type: 'text-delta', delta: text.toWellFormed() }]
}

const Input = z.record(z.string(), z.unknown())

/** The input as an object, or why there is none. */
function parseInput(text: string): Pick<ToolCall, 'input' | 'fault'> {
  if (text.trim() === '') return { input: null, fault: 'no-arguments' }
  const { data } = Input.safeParse(parse(text))
  return data ? { input: data, fault: null } : { input: null, fault: 'invalid-arguments' }
}

function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
