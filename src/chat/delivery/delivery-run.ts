import * as z from 'zod'
import { byteLength } from '../field.ts'
import type { AgentQuestion, FrontendAction } from './agent-question.ts'
import type { DeliveryEvent, ToolCall } from './delivery-event.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { DeliveryLimits } from './delivery-limits.ts'
import { readJson } from './read-json.ts'
import type { WireEvent } from './wire/wire.ts'

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

/** Of a character that takes two UTF-16 units, the first. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

interface OpenCall {
  name: string
  rawArgs: string
}

/** Makes one run's events of what the agent says, each call kept apart by its id. */
export function createDeliveryRun({ tools }: AgentQuestion, limits: Limits) {
  const calls = new Map<string, OpenCall>()
  const names = new Map<string, string>()
  const count = { events: 0, textLength: 0, textBytes: 0, toolCalls: 0, toolResults: 0 }
  let half = ''

  function checkId(id: string, name = '') {
    const { maxIdBytes } = limits
    if (byteLength(id) <= maxIdBytes && byteLength(name) <= maxIdBytes) return
    throw tooLarge(`the id or the name of a call is longer than ${maxIdBytes} bytes`)
  }

  /** Half a character is held back until its other half comes: alone it could not be written. */
  function text(delta: string): DeliveryEvent[] {
    count.textLength += delta.length
    count.textBytes += byteLength(delta) - 2 // without the quotes
    const { maxTextLength, maxTextBytes } = limits
    if (count.textLength > maxTextLength) throw tooLarge(`the text is longer than ${maxTextLength}`)
    if (count.textBytes > maxTextBytes)
      throw tooLarge(`the text has more than ${maxTextBytes} bytes`)
    const whole = half + delta
    half = HALF_CHARACTER.exec(whole)?.[0] ?? ''
    return textEvents(whole.slice(0, whole.length - half.length))
  }

  function startCall(id: string, name: string): DeliveryEvent[] {
    if (calls.has(id)) return []
    checkId(id, name)
    count.toolCalls += 1
    const { maxToolCalls } = limits
    if (count.toolCalls > maxToolCalls) throw tooLarge(`there are more than ${maxToolCalls} calls`)
    names.set(id, name)
    calls.set(id, { name, rawArgs: '' })
    return [{ type: 'tool-call-start', toolCallId: id, name, ...labelsOf(tools, name) }]
  }

  function endCall(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    return call ? [closed(toolCallId, call, parseArguments(call.rawArgs))] : []
  }

  /** Nothing more can be added to an object that is whole, so its call is over, closed by the agent or not. */
  function endUnclosed(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    const parsed = call && parseArguments(call.rawArgs)
    if (!call || !parsed || parsed.fault) return []
    return [{ ...closed(toolCallId, call, parsed), isUnclosed: true }]
  }

  function endForever(toolCallId: string): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    return call ? [closed(toolCallId, call, { args: null, fault: 'never-ended' })] : []
  }

  function closed(
    toolCallId: string,
    { name, rawArgs }: OpenCall,
    { args, fault }: Pick<ToolCall, 'args' | 'fault'>,
  ): ToolCall {
    calls.delete(toolCallId)
    const labels = labelsOf(tools, name)
    return { type: 'tool-call', toolCallId, name, ...labels, args, rawArgs, fault }
  }

  function addArguments({ id, text, isWhole }: Extract<WireEvent, { type: 'call-args' }>) {
    const call = calls.get(id)
    if (!call) return
    const { maxFrameLength } = limits
    const length = (isWhole ? 0 : call.rawArgs.length) + text.length
    if (length > maxFrameLength) throw tooLarge(`the arguments are longer than ${maxFrameLength}`)
    call.rawArgs = isWhole ? text : call.rawArgs + text
  }

  function addResult({ id, result, ...said }: Extract<WireEvent, { type: 'result' }>) {
    checkId(id, said.name)
    count.toolResults += 1
    const { maxToolResults } = limits
    if (count.toolResults > maxToolResults) {
      throw tooLarge(`there are more than ${maxToolResults} results`)
    }
    const name = said.name ?? names.get(id)
    const named = name === undefined ? {} : { name }
    const late = [...endUnclosed(id), ...endForever(id)]
    return [...late, { type: 'tool-result' as const, toolCallId: id, ...named, result }]
  }

  return {
    /** @throws DeliveryFailure `too-large` */
    take(said: Exclude<WireEvent, { type: 'finished' }>): DeliveryEvent[] {
      count.events += 1
      const { maxEvents } = limits
      if (count.events > maxEvents) throw tooLarge(`it comes in more than ${maxEvents} pieces`)
      switch (said.type) {
        case 'text':
          return text(said.delta)
        case 'text-end':
          return [...calls.keys()].flatMap(endUnclosed)
        case 'call-start':
          return startCall(said.id, said.name)
        case 'call-args':
          addArguments(said)
          return []
        case 'call-end':
          return endCall(said.id)
        case 'result':
          return addResult(said)
      }
    },

    /** What is still owed when nothing more will come: of a run that broke off no call is whole. */
    end({ isWhole }: { isWhole: boolean }): DeliveryEvent[] {
      const owed = textEvents(half)
      half = ''
      const ids = [...calls.keys()]
      const whole = isWhole ? ids.flatMap(endUnclosed) : []
      return [...owed, ...whole, ...ids.flatMap(endForever)]
    },

    counts: () => ({ textLength: count.textLength, toolCalls: count.toolCalls }),
  }
}

function tooLarge(detail: string) {
  return new DeliveryFailure('too-large', detail)
}

function textEvents(text: string): DeliveryEvent[] {
  return text === '' ? [] : [{ type: 'text-delta', delta: text.toWellFormed() }]
}

function labelsOf(tools: readonly FrontendAction[], name: string) {
  const { displayName, executionText } = tools.find((tool) => tool.name === name) ?? {}
  return {
    ...(displayName !== undefined && { displayName }),
    ...(executionText !== undefined && { executionText }),
  }
}

const Arguments = z.record(z.string(), z.unknown())

/** What a frontend handler would be given: an object, or the reason why there is none. */
function parseArguments(text: string): Pick<ToolCall, 'args' | 'fault'> {
  if (text.trim() === '') return { args: null, fault: 'no-arguments' }
  const { data } = Arguments.safeParse(parse(text))
  return data ? { args: data, fault: null } : { args: null, fault: 'invalid-arguments' }
}

function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
