import { parseJson } from '../json-limits.ts'
import type { RunEvent } from './run-event.ts'

/** The calls of frontend tools in one run, from what the model says of them. */
export function createFrontendCalls(toolNames: ReadonlySet<string>) {
  const open = new Map<string, { toolName: string; hasInput: boolean }>()
  const pending = new Set<string>()

  function start(callId: string, toolName: string): RunEvent[] {
    if (!toolNames.has(toolName) || open.has(callId)) return []
    open.set(callId, { toolName, hasInput: false })
    return [{ type: 'frontend-call-start', callId, toolName }]
  }

  function delta(callId: string, delta: string): RunEvent[] {
    const call = open.get(callId)
    if (!call || delta === '') return []
    call.hasInput = true
    return [{ type: 'frontend-call-delta', callId, delta }]
  }

  return {
    pending: pending as ReadonlySet<string>,
    start,
    delta,

    /** Models leave out what is empty, and some send a call in one piece: both come out whole. */
    end(callId: string, toolName: string, text: string): RunEvent[] {
      const json = text.trim() === '' ? '{}' : text
      const begun = start(callId, toolName)
      const rest = open.get(callId)?.hasInput ? [] : delta(callId, json)
      open.delete(callId)
      pending.add(callId)
      const input = parsed(json)
      return [...begun, ...rest, { type: 'frontend-call-end', callId, toolName, input }]
    },

    /** The model was told at once that the call makes no sense: nobody is to answer it. */
    refuse(callId: string) {
      pending.delete(callId)
    },
  }
}

/** Input that is no JSON stays the text that the model wrote. */
function parsed(text: string): unknown {
  const { value, issue } = parseJson(text)
  return issue ? text : value
}
