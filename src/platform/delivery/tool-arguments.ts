import * as z from 'zod'
import type { ToolCall } from './delivery-event.ts'
import { readJson } from './read-json.ts'

const Arguments = z.record(z.string(), z.unknown())

/** What a frontend handler would be given: an object, or the reason why there is none. */
export function parseArguments(text: string): Pick<ToolCall, 'args' | 'fault'> {
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
