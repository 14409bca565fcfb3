import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolCallPart,
  LanguageModelV3ToolResultOutput,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import { asRecord } from '../../core/json.ts'
import { HOST_FIELDS } from './host-fields.ts'

/** The differences between hosts. */
interface RequestForm {
  model: string
  nameOf(tool: string): string
  idOf(toolCallId: string): string
  /** Whether the host takes back the fields that it has put into its messages. */
  hasHostFields: boolean
  hasStreamOptions: boolean
}

/** The body of a request for a chat completion. */
export function completionRequest(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  form: RequestForm,
) {
  return {
    model: form.model,
    messages: inStrictOrder(prompt).flatMap((message) => toWireMessages(message, form)),
    stream: true,
    // Without it, OpenAI counts no tokens.
    ...(form.hasStreamOptions && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && {
      tools: tools.flatMap((tool) => {
        if (tool.type !== 'function') return []
        const { name, description = '', inputSchema } = tool
        const parameters = withoutDialects(inputSchema)
        const described = description.trim() !== '' && { description }
        return { type: 'function', function: { name: form.nameOf(name), ...described, parameters } }
      }),
      tool_choice:
        toolChoice?.type === 'tool'
          ? { type: 'function', function: { name: form.nameOf(toolChoice.toolName) } }
          : toolChoice?.type,
    }),
  }
}

/** Some hosts refuse a schema that names its dialect, at any level. */
function withoutDialects(schema: object): unknown {
  const text = JSON.stringify(schema, (key, value) => {
    return key === '$schema' && typeof value === 'string' ? undefined : value
  })
  return JSON.parse(text)
}

function toWireMessages(message: LanguageModelV3Message, form: RequestForm): object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: joinedText(message.content) }]
    case 'assistant': {
      const content = joinedText(message.content)
      const calls = message.content.filter((part) => part.type === 'tool-call')
      const fields = hostFields(message.providerOptions, form)
      if (calls.length === 0) return [{ ...fields, role: 'assistant', content }]
      const tool_calls = calls.map((call) => toWireCall(call, form))
      return [{ ...fields, role: 'assistant', content: content || null, tool_calls }]
    }
    case 'tool':
      return message.content.flatMap((part) => {
        if (part.type !== 'tool-result') return []
        const tool_call_id = form.idOf(part.toolCallId)
        return [{ role: 'tool', tool_call_id, content: outputText(part.output) }]
      })
  }
}

function joinedText(content: readonly { type: string; text?: unknown }[]): string {
  return content.map(({ type, text }) => (type === 'text' ? text : '')).join('')
}

function toWireCall(call: LanguageModelV3ToolCallPart, form: RequestForm) {
  const fields = hostFields(call.providerOptions, form)
  const name = form.nameOf(call.toolName)
  return {
    ...fields,
    id: form.idOf(call.toolCallId),
    type: 'function',
    function: { ...asRecord(fields.function), name, arguments: JSON.stringify(call.input) },
  }
}

function outputText(output: LanguageModelV3ToolResultOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? 'It was not allowed.'
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
}

function hostFields(options: SharedV3ProviderOptions = {}, { hasHostFields }: RequestForm) {
  return hasHostFields ? asRecord(options[HOST_FIELDS]) : {}
}

const SPACE = { type: 'text', text: '\n\n' } as const

/** Said for somebody whose turn was left out. */
const GO_ON: LanguageModelV3Message = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] }
const OK: LanguageModelV3Message = { role: 'assistant', content: [{ type: 'text', text: 'OK.' }] }

/**
 * A conversation as the strictest host wants it. The first and the last to speak is the user, or a tool
 * at the end; nobody speaks twice in a row; a user never follows a tool.
 */
function inStrictOrder(prompt: readonly LanguageModelV3Message[]): LanguageModelV3Message[] {
  const ordered: LanguageModelV3Message[] = []
  for (const message of prompt) {
    const last = ordered.at(-1)
    if (last?.role === 'tool' && message.role === 'user') ordered.push(OK)
    if (message.role === 'assistant' && (!last || last.role === 'system')) ordered.push(GO_ON)
    const joined = last && join(last, message)
    if (joined) ordered.splice(-1, 1, joined)
    else ordered.push(message)
  }
  const role = ordered.at(-1)?.role
  return role === 'user' || role === 'tool' ? ordered : [...ordered, GO_ON]
}

function join(
  last: LanguageModelV3Message,
  next: LanguageModelV3Message,
): LanguageModelV3Message | undefined {
  if (last.role === 'user' && next.role === 'user') {
    return { ...next, content: [...last.content, SPACE, ...next.content] }
  }
  if (last.role !== 'assistant' || next.role !== 'assistant') return undefined
  const hasText = next.content.some(({ type }) => type === 'text')
  return { ...next, content: [...last.content, ...(hasText ? [SPACE] : []), ...next.content] }
}

const MAX_NAME = 64

/** The names of tools as hosts accept them: letters, digits, `_` and `-`. */
export function wireNames(names: readonly string[]) {
  const wire = new Map<string, string>()
  const own = new Map<string, string>()
  for (const name of names) {
    const base = toWire(name)
    let written = base
    for (let copy = 2; own.has(written); copy += 1) {
      written = `${base.slice(0, MAX_NAME - 4)}_${copy}`
    }
    wire.set(name, written)
    own.set(written, name)
  }

  return {
    write: (name: string) => wire.get(name) ?? toWire(name),

    /**
     * Models write `functions.getTopProducts`, or tokens of their own after a name. A name that no tool
     * has means the one that it contains.
     */
    read(written: string): string {
      if (!own.has(written) && wire.has(written)) return written
      const words = [written, ...written.split(/[^\w-]+/)]
      return own.get(words.find((word) => own.has(word)) ?? '') ?? written
    },
  }
}

function toWire(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME) || '_'
}

/** OpenAI's limit. Other hosts put signatures of a thousand characters into the ids of their calls. */
const MAX_ID = 40

/** Ids that every host accepts: digests of the long ones, the same in a call and its result. */
export async function shortIds(prompt: LanguageModelV3Prompt): Promise<(id: string) => string> {
  const ids = prompt
    .flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]))
    .flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))
  const long = ids.filter((id) => id.length > MAX_ID)
  const digests = new Map(
    await Promise.all(long.map(async (id) => [id, await digest(id)] as const)),
  )
  return (id) => digests.get(id) ?? id
}

async function digest(id: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll(/\W/g, '_').slice(0, MAX_ID)
}
