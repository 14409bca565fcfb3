import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import { type Call, TOOL_NAMES } from './choose-tool.ts'

type OfferedTool = NonNullable<LanguageModelV3CallOptions['tools']>[number]

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
  /["“”«»']([^"“”«»]{1,200})["“”«»'](?=[\s.!?]*$|\s)|\b(?:says?|saying|reads?|reading|that says|with the (?:text|message|title|words)|called|named|titled|text|message)\s*:?\s+(.{1,200}?)[\s.]*$|:\s*(.{1,200}?)\s*$/i

/**
 * The call of a frontend tool that the message asks for in plain words. The message must contain
 * the words of the tool's name and a value for each required property. If several tools match, or a
 * value is missing, the result is undefined.
 */
export function frontendCall(message: string, tools: readonly OfferedTool[]): Call | undefined {
  if (message.length > MAX_CHARACTERS || QUESTION.test(message)) return undefined
  const textMatch = TEXT_ARGUMENT.exec(message)
  const command = textMatch ? message.slice(0, textMatch.index) : message
  const wordSets = [wordsIn(command), wordsIn(message)]
  const candidates = tools.filter(
    (tool) =>
      !TOOL_NAMES.has(tool.name) &&
      tool.type === 'function' &&
      wordSets.some((words) => matchesTool(tool, words)),
  )
  const [tool] = candidates
  if (tool?.type !== 'function' || candidates.length > 1) return undefined
  const input = inputFor(tool.inputSchema, message, unquote(textMatch?.slice(1).find(Boolean)))
  return input && { toolName: tool.name, input }
}

function unquote(text: string | undefined): string | undefined {
  return text?.trim().replace(/^["“«']+|["”»']+$/g, '')
}

/** "showBanner" matches "show a banner", or "display a banner" if its description has "display". */
function matchesTool(
  tool: Extract<OfferedTool, { type: 'function' }>,
  words: ReadonlySet<string>,
): boolean {
  const name = [...wordsIn(tool.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))]
  const description = wordsIn(tool.description ?? '')
  const [verb = '', ...objects] = name
  if (name.length < 2)
    return words.has(verb) && [...words].filter((word) => description.has(word)).length >= 2
  const hasVerb =
    words.has(verb) || [...words].some((word) => description.has(word) && VERBS.has(word))
  return hasVerb && objects.every((word) => words.has(word))
}

const VERBS = new Set(
  'show display open close hide set change play start stop add remove switch turn go navigate scroll highlight send put toggle make create draw'.split(
    ' ',
  ),
)
const FILLERS = new Set('a an the to of for in on with my your'.split(' '))

function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(
    words.filter((word) => !FILLERS.has(word)).map((word) => word.replace(/(?<=\w{3})s$/, '')),
  )
}

function inputFor(schema: unknown, message: string, text: string | undefined) {
  const { properties = {}, required = [] } = Schema.safeParse(schema).data ?? {}
  const input: Record<string, unknown> = {}
  // The quoted text fills only one property.
  const texts = text === undefined ? [] : [text]
  for (const [name, property] of Object.entries(properties)) {
    const fromEnum = enumValue(property, message)
    const isFreeForm = property.enum === undefined && required.includes(name)
    const value = fromEnum ?? (isFreeForm ? freeFormValue(property, message, texts) : undefined)
    if (value !== undefined) input[name] = value
  }
  return required.every((name) => name in input) ? input : undefined
}

function enumValue({ enum: values = [] }: Property, message: string): unknown {
  return values.find((value) => typeof value === 'string' && mentions(message, value))
}

function freeFormValue({ type = 'string' }: Property, message: string, texts: string[]): unknown {
  if (type === 'string') return texts.pop()
  const number = /-?\d+(?:\.\d+)?/.exec(message)?.[0]
  return number && (type === 'number' || type === 'integer') ? Number(number) : undefined
}

function mentions(message: string, value: string): boolean {
  return ` ${message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(
    ` ${value.toLowerCase()} `,
  )
}
