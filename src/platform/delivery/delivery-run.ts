import type { AgentQuestion, FrontendAction } from './agent-question.ts'
import type { DeliveryEvent, ToolCallFault } from './delivery-event.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import type { DeliveryLimits } from './delivery-limits.ts'
import { parseArguments } from './tool-arguments.ts'
import type { WireEvent } from './wire/wire.ts'

type Limits = Pick<DeliveryLimits, 'maxTextLength' | 'maxToolCalls'>

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
  let textLength = 0
  let toolCalls = 0
  let half = ''

  /** Half a character is held back until its other half comes: alone it could not be written. */
  function text(delta: string): DeliveryEvent[] {
    textLength += delta.length
    if (textLength > limits.maxTextLength) {
      throw new DeliveryFailure('too-large', `the text is longer than ${limits.maxTextLength}`)
    }
    const whole = half + delta
    half = HALF_CHARACTER.exec(whole)?.[0] ?? ''
    return textEvents(whole.slice(0, whole.length - half.length))
  }

  function startCall(id: string, name: string): DeliveryEvent[] {
    if (calls.has(id)) return []
    toolCalls += 1
    if (toolCalls > limits.maxToolCalls) {
      throw new DeliveryFailure('too-large', `there are more than ${limits.maxToolCalls} calls`)
    }
    names.set(id, name)
    calls.set(id, { name, rawArgs: '' })
    return [{ type: 'tool-call-start', toolCallId: id, name, ...labelsOf(tools, name) }]
  }

  function endCall(toolCallId: string, ending?: ToolCallFault): DeliveryEvent[] {
    const call = calls.get(toolCallId)
    if (!call) return []
    calls.delete(toolCallId)
    const { name, rawArgs } = call
    const { args, fault } = ending ? { args: null, fault: ending } : parseArguments(rawArgs)
    const labels = labelsOf(tools, name)
    return [{ type: 'tool-call', toolCallId, name, ...labels, args, rawArgs, fault }]
  }

  return {
    /** @throws DeliveryFailure `too-large` */
    take(said: Exclude<WireEvent, { type: 'finished' }>): DeliveryEvent[] {
      switch (said.type) {
        case 'text':
          return text(said.delta)
        case 'call-start':
          return startCall(said.id, said.name)
        case 'call-args': {
          const call = calls.get(said.id)
          if (call) call.rawArgs = said.isWhole ? said.text : call.rawArgs + said.text
          return []
        }
        case 'call-end':
          return endCall(said.id)
        case 'result': {
          const { id: toolCallId, result } = said
          const name = said.name ?? names.get(toolCallId)
          const named = name === undefined ? {} : { name }
          const late = endCall(toolCallId, 'never-ended')
          return [...late, { type: 'tool-result', toolCallId, ...named, result }]
        }
      }
    },

    /** What is still owed when nothing more will come. */
    end(): DeliveryEvent[] {
      const owed = textEvents(half)
      half = ''
      return [...owed, ...[...calls.keys()].flatMap((id) => endCall(id, 'never-ended'))]
    },

    counts: () => ({ textLength, toolCalls }),
  }
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
