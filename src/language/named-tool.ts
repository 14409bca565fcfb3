import * as z from 'zod'
import { parseJson } from '../core/json.ts'
import type { Call } from './choose-tool.ts'

const COMMAND =
  /^(?:please\s+)?(?:call|use|run|trigger|invoke|execute)\s+(?:the\s+)?(?:tool\s+|action\s+)?`?([\w$-]+)`?(?:\s+(?:tool|action))?(?:\s+with)?[\s.!]*$/i

/** Room for the verb and the longest possible tool name. */
const MAX_COMMAND_CHARACTERS = 300
const TRAILING = /^[\s.!]*$/

const Input = z.record(z.string(), z.unknown())

/**
 * The call of a tool that the message names exactly: `call showBanner {"text":"Hi"}`. Text instead
 * of the call says that the input is not a JSON object.
 */
export function namedTool(
  message: string,
  offered: ReadonlySet<string>,
): Call | string | undefined {
  const { command, json } = splitInput(message)
  if (command.length > MAX_COMMAND_CHARACTERS) return undefined
  const [, toolName] = COMMAND.exec(command) ?? []
  if (!toolName || !offered.has(toolName)) return undefined
  const { data: input } = Input.safeParse(parseJson(json).value)
  if (!input) return `I did not call ${toolName}: its input must be a JSON object.`
  return { toolName, input }
}

/** Splits off the JSON object at the end of the message, which is the input of the call. */
function splitInput(message: string) {
  const [start, end] = [message.indexOf('{'), message.lastIndexOf('}') + 1]
  const hasInput = start >= 0 && start < end && TRAILING.test(message.slice(end))
  if (!hasInput) return { command: message.trim(), json: '{}' }
  return { command: message.slice(0, start).trim(), json: message.slice(start, end) }
}
