import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { COUNT } from '../ranking/limits.ts'
import { answer } from './answer/answer.ts'
import { productLine } from './answer/product-list.ts'
import { talkAnswer } from './answer/talk.ts'
import { type Call, chooseTool } from './choose-tool.ts'
import { type Conversation, readConversation } from './dialogue/conversation.ts'
import { type Listed, listedProducts } from './dialogue/listed-products.ts'
import type { Request } from './dialogue/request.ts'
import { frontendCall } from './frontend-call.ts'
import { namedTool } from './named-tool.ts'
import type { Moment } from './slots/slots.ts'

/** The response to a prompt: either a text, or tool calls whose results are needed first. */
export interface Reply {
  text: string
  calls: Call[]
}

export interface ReplyDeps extends Moment {
  /** Parses the requests of the last user message; the earlier ones are its context. */
  understand(asked: readonly string[], moment: Moment): readonly Request[]
}

export function reply(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  { understand, ...moment }: ReplyDeps,
): Reply {
  const conversation = readConversation(prompt)
  const question = conversation.asked.at(-1) ?? ''
  const requests = understand(conversation.asked, moment)
  if (conversation.outcomes.length > 0) {
    const ignoresTime = requests.some((request) => 'hasTime' in request && request.hasTime === true)
    const tooMany = requests.some(
      (request) => 'count' in request && (request.count ?? 0) > COUNT.max,
    )
    const byComments = /\bcomment(?:s|ed)?\b|\bdiscussed\b/i.test(question)
    return textReply(answer(conversation.outcomes, { ...moment, ignoresTime, tooMany, byComments }))
  }

  const callable = toolChoice?.type === 'none' ? [] : tools
  const offered = new Set(callable.map(({ name }) => name))
  const explicitCall = namedTool(question, offered) ?? frontendCall(question, callable)
  if (explicitCall) return { text: '', calls: [explicitCall] }
  const steps = requests.map((request) => stepFor(request, conversation, offered))
  const calls = distinct(steps.filter((step) => typeof step !== 'string'))
  return calls.length > 0
    ? { text: '', calls }
    : textReply(steps.join('\n\n') || talkAnswer('unclear'))
}

function stepFor(request: Request, conversation: Conversation, offered: ReadonlySet<string>) {
  const question = conversation.asked.at(-1) ?? ''
  const listed = listedProducts(conversation)
  const named = listed.find(({ name }) => name !== '' && mentions(question, name))
  if (request.kind === 'item') {
    return itemStep(named ?? listed.at(request.index ?? 0), question, offered)
  }
  if (named && isAboutProduct(request, question)) return itemStep(named, question, offered)
  switch (request.kind) {
    case 'talk':
      return talkAnswer(request.topic, request.language)
    case 'change':
      return talkAnswer('unclear')
    default:
      return chooseTool(request, offered) ?? UNAVAILABLE[request.kind]
  }
}

function mentions(question: string, name: string): boolean {
  return question.toLowerCase().includes(name.toLowerCase())
}

/** "Tell me about X" asks for one product; other searches ask for a list. */
const ABOUT_PRODUCT =
  /\b(?:about|what is|who (?:made|makes)|link|votes|upvotes|comments|does|did|when|open|more on)\b/i

/** Whether a message that names a listed product is a question about it. */
function isAboutProduct(request: Request, question: string): boolean {
  if (request.kind === 'search') return ABOUT_PRODUCT.test(question)
  return request.kind === 'talk' && /^(?:unclear|out-of-scope)$/.test(request.topic)
}

const UNAVAILABLE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
} as const

const COUNTS = /\b(?:votes|upvotes|comments|points)\b/i

/** Answers from the previous answer if it has the requested data, otherwise searches by name. */
function itemStep(
  listed: Listed | undefined,
  question: string,
  offered: ReadonlySet<string>,
): Call | string {
  if (!listed) return 'I do not see that one in my last answer.'
  if ('id' in listed) return productLine(listed)
  if (COUNTS.test(question) && /\d/.test(listed.line)) return listed.line
  const search = { kind: 'search', words: listed.name, count: 1 } as const
  return chooseTool(search, offered) ?? UNAVAILABLE.search
}

function distinct(calls: readonly Call[]): Call[] {
  const texts = calls.map((call) => JSON.stringify(call))
  return calls.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

function textReply(text: string): Reply {
  return { text, calls: [] }
}
