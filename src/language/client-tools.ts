import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import { followUpQuestions } from '../core/follow-ups.ts'
import { parseJson } from '../core/json.ts'
import { type Call, TOOL_NAMES } from './calls.ts'
import { type AskedSoFar, outcomesIn } from './dialogue/conversation.ts'
import { wordSet, wordsIn } from './normalise/tokens.ts'

type Tools = NonNullable<LanguageModelV3CallOptions['tools']>

const Property = z.object({
  type: z.string().catch('string'),
  enum: z.array(z.string()).optional(),
})

const Schema = z.object({
  required: z.array(z.string()).catch([]),
  properties: z.record(z.string(), Property.catch({ type: 'string' })).catch({}),
})

/** A longer message is unlikely to be a command. */
const MAX_CHARACTERS = 300

const COMMAND =
  /^(?:please )?(?:call|use|run|trigger|invoke|execute) (?:the )?(?:tool |action )?`?([\w$-]+)`?(?: tool| action)?(?: with)?\s*(\{.*\})?[\s.!]*$/is
const QUESTION = /^\s*(?:what|who|why|when|where|which|how|is|are|do|does|did)\b/i
const QUOTED = /["“”«»]([^"“”«»]{1,200})["“”«»]/
const SAID =
  /\b(?:says?|saying|reads?|reading|called|named|titled|with the (?:text|message|title)):? +(.{1,200}?)[\s.]*$|: *(.{1,200}?)\s*$/i

/**
 * The call that a message asks for: of a tool named exactly (`call showBanner {"text":"Hi"}`), or of a
 * frontend tool whose name is in its words (`show a banner that says Hi`), with a value for each required
 * property. Text instead of the call says that the given input is not a JSON object; the result is
 * undefined if no tool or several tools match.
 */
export function namedCall(message: string, tools: Tools): Call | string | undefined {
  const [, toolName = '', json = '{}'] = COMMAND.exec(message.trim()) ?? []
  if (tools.some(({ name }) => name === toolName)) {
    const { data: input } = z.record(z.string(), z.unknown()).safeParse(parseJson(json).value)
    return input
      ? { toolName, input }
      : `I did not call ${toolName}: its input must be a JSON object.`
  }
  if (message.length > MAX_CHARACTERS || QUESTION.test(message)) return undefined
  const words = stemsIn(message)
  const [tool, ...others] = tools
    .filter((tool) => tool.type === 'function')
    .filter(({ name }) => !TOOL_NAMES.has(name) && isNamed(name, words))
  const input = tool && others.length === 0 ? inputFor(tool.inputSchema, message) : undefined
  return tool && input && { toolName: tool.name, input }
}

/** "showBanner" by "show a banner". */
function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const parts = stemsIn(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
  return parts.size > 1 && [...parts].every((part) => words.has(part))
}

const FILLERS = wordSet('a an the to of for in on with my your')

/** Without fillers, each in the singular. */
function stemsIn(text: string): ReadonlySet<string> {
  const words = wordsIn(text).filter((word) => !FILLERS.has(word))
  return new Set(words.map((word) => word.replace(/(?<=\w{3})s$/, '')))
}

/** The text that the message quotes and its numbers, for the required properties in their order. */
function inputFor(schema: unknown, message: string) {
  const { properties = {}, required = [] } = Schema.safeParse(schema).data ?? {}
  const said = QUOTED.exec(message) ?? SAID.exec(message)
  const texts = said?.slice(1).filter(Boolean) ?? []
  const numbers = (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const words = ` ${wordsIn(message).join(' ')} `
  const input: Record<string, unknown> = {}
  for (const [name, { type, enum: choices }] of Object.entries(properties)) {
    const chosen = choices?.find((choice) => words.includes(` ${wordsIn(choice).join(' ')} `))
    const given = type === 'string' ? texts : numbers
    const isFree = choices === undefined && required.includes(name)
    const value = chosen ?? (isFree ? given.shift() : undefined)
    if (value !== undefined) input[name] = value
  }
  return required.every((name) => name in input) ? input : undefined
}

type Tool = NonNullable<LanguageModelV3CallOptions['tools']>[number]

const Texts = z.object({ type: z.literal('string') })

/** A list of texts, or of objects whose fields are texts. */
const TextList = z.object({
  type: z.literal('array'),
  items: z.union([Texts, z.object({ properties: z.record(z.string(), Texts) })]),
})

const Lists = z.object({ properties: z.record(z.string(), z.unknown()) })

/**
 * The call of a tool that a client requires for suggestions, as CopilotKit does after each answer: the
 * questions that may follow that answer fill its list of texts. Undefined if the tool has no such list.
 */
export function suggestionCall(tool: Tool, { answers }: AskedSoFar): Call | undefined {
  const { properties = {} } =
    ('inputSchema' in tool && Lists.safeParse(tool.inputSchema).data) || {}
  const lists = Object.entries(properties).flatMap(([name, property]) => {
    const { data } = TextList.safeParse(property)
    return data ? [{ name, items: data.items }] : []
  })
  const [list] = lists
  if (!list) return undefined
  const { name, items } = list
  const results = outcomesIn(answers.at(-1) ?? []).map(({ toolName, result }) => ({
    toolName,
    result,
  }))
  const filled = followUpQuestions(results).map((question) => {
    if (!('properties' in items)) return question
    return Object.fromEntries(Object.keys(items.properties).map((field) => [field, question]))
  })
  return { toolName: tool.name, input: { [name]: filled } }
}
