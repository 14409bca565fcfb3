import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import talkData from '../../data/language/talk.json' with { type: 'json' }
import { answer } from './answer/answer.ts'
import { withUnit } from './answer/product-list.ts'
import { type Call, chooseTool, UNAVAILABLE } from './choose-tool.ts'
import { type Conversation, readConversation } from './dialogue/conversation.ts'
import { productMeant } from './dialogue/listed-products.ts'
import type { NamedRequest, Request, Topic } from './dialogue/request.ts'
import { namedCall } from './frontend-call.ts'
import type { Clock } from './slots/slots.ts'
import { suggestionCall } from './suggestion-call.ts'

/** The response to a prompt: either a text, or tool calls whose results are needed first. */
export interface Reply {
  text: string
  calls: Call[]
}

type Tools = NonNullable<LanguageModelV3CallOptions['tools']>

const Schema = z.object({ properties: z.record(z.string(), z.unknown()) })

interface ReplyDeps extends Clock {
  /** The requests of the last user message; the earlier ones are its context. */
  understand(asked: readonly string[], clock: Clock): readonly Request[]
}

export function reply(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  { understand, ...clock }: ReplyDeps,
): Reply {
  const conversation = readConversation(prompt)
  const question = conversation.asked.at(-1) ?? ''
  const requests = understand(conversation.asked, clock)
  if (conversation.outcomes.length > 0) {
    const { outcomes } = conversation
    return textReply(answer(outcomes, { requests, question, ...clock }))
  }

  const callable = toolChoice?.type === 'none' ? [] : tools
  const explicitCall = namedCall(question, callable)
  if (typeof explicitCall === 'string') return textReply(explicitCall)
  const [required] = toolChoice?.type === 'tool' ? callable : []
  const call = explicitCall ?? (required && suggestionCall(required, conversation))
  if (call) return { text: '', calls: [call] }
  const steps = requests.map((one) => stepFor(one, conversation, callable))
  const calls = distinct(steps.filter((step) => typeof step !== 'string'))
  return calls.length > 0
    ? { text: '', calls }
    : textReply([...new Set(steps)].join('\n\n') || talkAnswer('unclear'))
}

/** The call that serves a request, or the answer if it needs none. */
function stepFor(request: Request, conversation: Conversation, tools: Tools): Call | string {
  const offered = new Set(tools.map(({ name }) => name))
  switch (request.kind) {
    case 'talk':
      return talkAnswer(request.topic)
    case 'item': {
      const { product, listed } = productMeant(conversation)
      if (product) return product.line
      return listed > 0 ? `That list has ${withUnit(listed, 'product')} only.` : NO_LIST
    }
    case 'history': {
      const words = request.words || productMeant(conversation).product?.name
      if (!words) return talkAnswer('which-product')
      return chooseTool({ kind: 'history', words }, offered) ?? UNAVAILABLE.history
    }
    case 'tool': {
      const tool = tools.find(({ name }) => name === request.name)
      return tool ? { toolName: tool.name, input: valuesFor(tool, request) } : UNAVAILABLE.tool
    }
    default:
      return chooseTool(request, offered) ?? UNAVAILABLE[request.kind]
  }
}

const NO_LIST = 'I do not see that in my last answer.'

/** The values that the parameters of a tool have names for. */
function valuesFor(tool: Tools[number], { values }: NamedRequest) {
  const { data } = Schema.safeParse('inputSchema' in tool ? tool.inputSchema : {})
  const known = Object.keys(data?.properties ?? {})
  const given = Object.entries(values).filter(([name, value]) => {
    return value !== undefined && known.includes(name)
  })
  return Object.fromEntries(given)
}

/** The fixed answer for a topic that needs no tool, where `{name}` stands for a phrase of `talk.json`. */
function talkAnswer(topic: Topic): string {
  const phrases: ReadonlyMap<string, string> = new Map(Object.entries(talkData.phrases))
  return talkData.answers[topic].replace(/\{(\w+)\}/g, (_, name: string) => phrases.get(name) ?? '')
}

function distinct(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]
}

function textReply(text: string): Reply {
  return { text, calls: [] }
}
