import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import { type Call, TOOL_NAMES } from './choose-tool.ts'
import { wordSet, wordsIn } from './normalise/word-tables.ts'

type OfferedTool = NonNullable<LanguageModelV3CallOptions['tools']>[number]
type FunctionTool = Extract<OfferedTool, { type: 'function' }>

const Property = z.object({
  type: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
})
type Property = z.infer<typeof Property>

const Schema = z.object({
  required: z.array(z.string()).catch([]),
  properties: z.record(z.string(), Property.catch({})).catch({}),
})

/** A longer message is unlikely to be a command. */
const MAX_CHARACTERS = 300

const QUESTION = /^\s*(?:what|who|why|when|where|which|how|is|are|do|does|did)\b/i
const TEXT_ARGUMENT =
  /["“”«»]([^"“”«»]{1,200})["“”«»](?=[\s.!?]*$|\s)|(?<=\s)'(.{1,200})'(?=[\s.!?]*$)|\b(?:says?|saying|reads?|reading|with the (?:text|message|title|words)|called|named|titled|text|message)\s*:?\s+(.{1,200}?)[\s.]*$|:\s*(.{1,200}?)\s*$/i

/**
 * The call of a frontend tool that the message asks for in plain words. The message must contain
 * the words of the tool's name and a value for each required property. If several tools match, or a
 * value is missing, the result is undefined.
 */
export function frontendCall(message: string, tools: readonly OfferedTool[]): Call | undefined {
  if (message.length > MAX_CHARACTERS || QUESTION.test(message)) return undefined
  const words = stemsIn(message)
  const [tool, ...others] = tools
    .filter((tool) => tool.type === 'function')
    .filter((tool) => !TOOL_NAMES.has(tool.name) && matchesTool(tool, words))
  if (!tool || others.length > 0) return undefined
  const text = TEXT_ARGUMENT.exec(message)?.slice(1).find(Boolean)
  const unquoted = text?.trim().replace(/^["“«']+|["”»']+$/g, '')
  const input = inputFor(tool.inputSchema, message, unquoted)
  return input && { toolName: tool.name, input }
}

/** "showBanner" matches "show a banner", or "display a banner" if its description has "display". */
function matchesTool(tool: FunctionTool, words: ReadonlySet<string>): boolean {
  const [verb = '', ...objects] = stemsIn(tool.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
  const description = stemsIn(tool.description ?? '')
  const described = [...words].filter((word) => description.has(word))
  if (objects.length === 0) return words.has(verb) && described.length >= 2
  const hasVerb = words.has(verb) || described.some((word) => VERBS.has(word))
  return hasVerb && objects.every((word) => words.has(word))
}

const VERBS = wordSet(
  'show display open close hide set change play start stop add remove switch turn go navigate ' +
    'scroll highlight send put toggle make create draw',
)
const FILLERS = wordSet('a an the to of for in on with my your')

/** Without fillers, each in the singular. */
function stemsIn(text: string): ReadonlySet<string> {
  const words = wordsIn(text).filter((word) => !FILLERS.has(word))
  return new Set(words.map((word) => word.replace(/(?<=\w{3})s$/, '')))
}

function inputFor(schema: unknown, message: string, text: string | undefined) {
  const { properties = {}, required = [] } = Schema.safeParse(schema).data ?? {}
  const input: Record<string, unknown> = {}
  // The quoted text fills only one property, and so does each number.
  const texts = text === undefined ? [] : [text]
  const numbers = (message.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  for (const [name, property] of Object.entries(properties)) {
    const fromEnum = enumValue(property, message)
    const isFreeForm = property.enum === undefined && required.includes(name)
    const value = fromEnum ?? (isFreeForm ? freeFormValue(property, texts, numbers) : undefined)
    if (value !== undefined) input[name] = value
  }
  return required.every((name) => name in input) ? input : undefined
}

function enumValue({ enum: values = [] }: Property, message: string): unknown {
  const text = ` ${wordsIn(message).join(' ')} `
  return values.find(
    (value) => typeof value === 'string' && text.includes(` ${wordsIn(value).join(' ')} `),
  )
}

function freeFormValue({ type = 'string' }: Property, texts: string[], numbers: number[]): unknown {
  if (type === 'string') return texts.shift()
  return type === 'number' || type === 'integer' ? numbers.shift() : undefined
}
