import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import type { Call } from './choose-tool.ts'

type OfferedTool = NonNullable<LanguageModelV3CallOptions['tools']>[number]

const OURS = new Set(
  'getTopProducts getTopProductsThisWeek getTopProductsByTimeframe searchProducts triggerConfetti'.split(
    ' ',
  ),
)

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

/** Longer orders are stories. */
const MAX_CHARACTERS = 300

const QUESTION = /^\s*(?:what|who|why|when|where|which|how|is|are|do|does|did)\b/i
const SAID =
  /["“”«»']([^"“”«»]{1,200})["“”«»'](?=[\s.!?]*$|\s)|\b(?:says?|saying|reads?|reading|that says|with the (?:text|message|title|words)|called|named|titled|text|message)\s*:?\s+(.{1,200}?)[\s.]*$|:\s*(.{1,200}?)\s*$/i

/**
 * The call of a frontend tool that plain words order: every word of its name is among them, and what
 * it requires can be filled in from them. Never when unsure: then it is no order.
 */
export function frontendCall(message: string, tools: readonly OfferedTool[]): Call | undefined {
  if (message.length > MAX_CHARACTERS || QUESTION.test(message)) return undefined
  const said = SAID.exec(message)
  const order = said ? message.slice(0, said.index) : message
  const orders = [wordsIn(order), wordsIn(message)]
  const found = tools.filter(
    (tool) =>
      !OURS.has(tool.name) &&
      tool.type === 'function' &&
      orders.some((words) => isNamed(tool, words)),
  )
  const [tool] = found
  if (tool?.type !== 'function' || found.length > 1) return undefined
  const input = inputFor(tool.inputSchema, message, unquoted(said?.slice(1).find(Boolean)))
  return input && { toolName: tool.name, input }
}

function unquoted(text: string | undefined): string | undefined {
  return text?.trim().replace(/^["“«']+|["”»']+$/g, '')
}

/** "showBanner" is named by "show a banner", and by "display a banner" where its description says so. */
function isNamed(
  tool: Extract<OfferedTool, { type: 'function' }>,
  words: ReadonlySet<string>,
): boolean {
  const name = [...wordsIn(tool.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))]
  const description = wordsIn(tool.description ?? '')
  const [verb = '', ...objects] = name
  if (name.length < 2)
    return words.has(verb) && [...words].filter((word) => description.has(word)).length >= 2
  const isDone =
    words.has(verb) || [...words].some((word) => description.has(word) && VERBS.has(word))
  return isDone && objects.every((word) => words.has(word))
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

function inputFor(schema: unknown, message: string, said: string | undefined) {
  const { properties = {}, required = [] } = Schema.safeParse(schema).data ?? {}
  const input: Record<string, unknown> = {}
  // What is said is said once.
  const texts = said === undefined ? [] : [said]
  for (const [name, property] of Object.entries(properties)) {
    const chosen = chosenOf(property, message)
    const isOpen = property.enum === undefined && required.includes(name)
    const filled = chosen ?? (isOpen ? filledIn(property, message, texts) : undefined)
    if (filled !== undefined) input[name] = filled
  }
  return required.every((name) => name in input) ? input : undefined
}

function chosenOf({ enum: values = [] }: Property, message: string): unknown {
  return values.find((value) => typeof value === 'string' && mentions(message, value))
}

function filledIn({ type = 'string' }: Property, message: string, texts: string[]): unknown {
  if (type === 'string') return texts.pop()
  const number = /-?\d+(?:\.\d+)?/.exec(message)?.[0]
  return number && (type === 'number' || type === 'integer') ? Number(number) : undefined
}

function mentions(message: string, value: string): boolean {
  return ` ${message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(
    ` ${value.toLowerCase()} `,
  )
}
