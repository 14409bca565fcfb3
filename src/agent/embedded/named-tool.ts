import * as z from 'zod'
import type { Call } from './tool-call.ts'

const ORDERS =
  /^\s*(?:please\s+)?(?:call|use|run|trigger|invoke|execute)\s+(?:the\s+)?(?:tool\s+|action\s+)?`?([\w$-]+)`?(?:\s+(?:tool|action))?(?:\s+with)?\s*(\{.*\})?[\s.!]*$/is

const Input = z.record(z.string(), z.unknown())

/** The call that a message orders by the tool's very name: `call showBanner {"text":"Hi"}`. */
export function namedTool(message: string, offered: ReadonlySet<string>): Call | undefined {
  const [, toolName, json] = ORDERS.exec(message) ?? []
  if (!toolName || !offered.has(toolName)) return undefined
  return { toolName, input: Input.safeParse(parsedJson(json ?? '{}')).data ?? {} }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
