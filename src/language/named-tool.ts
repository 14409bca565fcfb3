import * as z from 'zod'
import { parseJson } from '../core/json.ts'
import type { Call } from './choose-tool.ts'

const ORDER =
  /^(?:please\s+)?(?:call|use|run|trigger|invoke|execute)\s+(?:the\s+)?(?:tool\s+|action\s+)?`?([\w$-]+)`?(?:\s+(?:tool|action))?(?:\s+with)?[\s.!]*$/i

/** Room for the order and the longest name there may be. */
const MAX_ORDER = 300
const END = /^[\s.!]*$/

const Input = z.record(z.string(), z.unknown())

/** The call that a message orders by the tool's very name: `call showBanner {"text":"Hi"}`. */
export function namedTool(message: string, offered: ReadonlySet<string>): Call | undefined {
  const { order, json } = partsOf(message)
  if (order.length > MAX_ORDER) return undefined
  const [, toolName] = ORDER.exec(order) ?? []
  if (!toolName || !offered.has(toolName)) return undefined
  return { toolName, input: Input.safeParse(parseJson(json).value).data ?? {} }
}

/** What is ordered, and what stands in braces behind it. */
function partsOf(message: string) {
  const [start, end] = [message.indexOf('{'), message.lastIndexOf('}') + 1]
  const hasInput = start >= 0 && start < end && END.test(message.slice(end))
  if (!hasInput) return { order: message.trim(), json: '{}' }
  return { order: message.slice(0, start).trim(), json: message.slice(start, end) }
}
