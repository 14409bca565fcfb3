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
    const ignoresTime = requests.some(
      (request) => request.kind === 'search' && request.hasTime === true,
    )
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
  const calls = distinct(steps.flatMap((step) => (typeof step === 'string' ? [] : [step])))
  if (calls.length > 0) return { text: '', calls }
  return textReply(
    steps.filter((step) => typeof step === 'string').join('\n\n') || talkAnswer('unclear'),
  )
}

function stepFor(request: Request, conversation: Conversation, offered: ReadonlySet<string>) {
  const listed = listedProducts(conversation)
  switch (request.kind) {
    case 'talk':
      return (
        mentionedProductStep(request.topic, listed, conversation, offered) ??
        talkAnswer(request.topic, request.language)
      )
    case 'item': {
      const named = findMentioned(listed, conversation)
      return itemStep(named ?? listed.at(request.index ?? 0), conversation, offered)
    }
    case 'change':
      return talkAnswer('unclear')
    case 'search': {
      const named = isAboutProduct(conversation) ? findMentioned(listed, conversation) : undefined
      return named
        ? itemStep(named, conversation, offered)
        : (chooseTool(request, offered) ?? UNAVAILABLE.search)
    }
    default:
      return chooseTool(request, offered) ?? UNAVAILABLE[request.kind]
  }
}

const UNAVAILABLE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
} as const

/** Answers from the previous answer if it has the requested data, otherwise searches by name. */
function itemStep(
  listed: Listed | undefined,
  { asked }: Conversation,
  offered: ReadonlySet<string>,
): Call | string {
  if (!listed) return 'I do not see that one in my last answer.'
  if ('id' in listed) return productLine(listed)
  const hasCounts = COUNTS.test(asked.at(-1) ?? '') && /\d/.test(listed.line)
  return hasCounts ? listed.line : searchByName(listed.name, offered)
}

const COUNTS = /\b(?:votes|upvotes|comments|points)\b/i

/** "Tell me about X" asks for one product; other searches ask for a list. */
const ABOUT_PRODUCT =
  /\b(?:about|what is|who (?:made|makes)|link|votes|upvotes|comments|does|did|when|open|more on)\b/i

function isAboutProduct({ asked }: Conversation): boolean {
  return ABOUT_PRODUCT.test(asked.at(-1) ?? '')
}

function searchByName(name: string, offered: ReadonlySet<string>): Call | string {
  return chooseTool({ kind: 'search', words: name, count: 1 }, offered) ?? UNAVAILABLE.search
}

function findMentioned(listed: readonly Listed[], { asked }: Conversation): Listed | undefined {
  const text = asked.at(-1)?.toLowerCase() ?? ''
  return listed.find(({ name }) => name !== '' && text.includes(name.toLowerCase()))
}

/** An unclear message that names a product of the previous answer is a question about it. */
function mentionedProductStep(
  topic: string,
  listed: readonly Listed[],
  conversation: Conversation,
  offered: ReadonlySet<string>,
) {
  if (topic !== 'unclear' && topic !== 'out-of-scope') return undefined
  const product = findMentioned(listed, conversation)
  return product && itemStep(product, conversation, offered)
}

function distinct(calls: readonly Call[]): Call[] {
  const texts = calls.map((call) => JSON.stringify(call))
  return calls.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

function textReply(text: string): Reply {
  return { text, calls: [] }
}
