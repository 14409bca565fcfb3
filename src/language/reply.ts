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

/** What the model says to a prompt: a text, or calls that are to be answered first. */
export interface Reply {
  text: string
  calls: Call[]
}

export interface ReplyDeps extends Moment {
  /** What the last of a person's messages asks for. */
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
    const timeless = requests.some(
      (request) => request.kind === 'search' && request.hasTime === true,
    )
    const tooMany = requests.some(
      (request) => 'count' in request && (request.count ?? 0) > COUNT.max,
    )
    const byComments = /\bcomment(?:s|ed)?\b|\bdiscussed\b/i.test(question)
    return said(answer(conversation.outcomes, { ...moment, timeless, tooMany, byComments }))
  }

  const callable = toolChoice?.type === 'none' ? [] : tools
  const offered = new Set(callable.map(({ name }) => name))
  const ordered = namedTool(question, offered) ?? frontendCall(question, callable)
  if (ordered) return { text: '', calls: [ordered] }
  const steps = requests.map((request) => stepFor(request, conversation, offered))
  const calls = distinct(steps.flatMap((step) => (typeof step === 'string' ? [] : [step])))
  if (calls.length > 0) return { text: '', calls }
  return said(
    steps.filter((step) => typeof step === 'string').join('\n\n') || talkAnswer('unclear'),
  )
}

function stepFor(request: Request, conversation: Conversation, offered: ReadonlySet<string>) {
  const listed = listedProducts(conversation)
  switch (request.kind) {
    case 'talk':
      return (
        mentioned(request.topic, listed, conversation, offered) ??
        talkAnswer(request.topic, request.language)
      )
    case 'item': {
      const named = namedIn(listed, conversation)
      return itemStep(named ?? listed.at(request.place ?? 0), conversation, offered)
    }
    case 'change':
      return talkAnswer('unclear')
    case 'search': {
      const named = isAboutOne(conversation) ? namedIn(listed, conversation) : undefined
      return named
        ? itemStep(named, conversation, offered)
        : (chooseTool(request, offered) ?? NOT_HERE.search)
    }
    default:
      return chooseTool(request, offered) ?? NOT_HERE[request.kind]
  }
}

const NOT_HERE = {
  ranking: 'I cannot look up rankings here: the tool for that is not at hand.',
  search: 'I cannot search products here: the tool for that is not at hand.',
  confetti: 'I would throw confetti, but I cannot do that here. Congratulations all the same!',
} as const

/** A product of the last answer: told from it where that has what is asked, else looked up. */
function itemStep(
  listed: Listed | undefined,
  { asked }: Conversation,
  offered: ReadonlySet<string>,
): Call | string {
  if (!listed) return 'I do not see that one in my last answer.'
  if ('id' in listed) return productLine(listed)
  const isToldAbove = COUNTS.test(asked.at(-1) ?? '') && /\d/.test(listed.line)
  return isToldAbove ? listed.line : lookUp(listed.name, offered)
}

const COUNTS = /\b(?:votes|upvotes|comments|points)\b/i

/** "Tell me about X", where a list of likeX things would be asked for otherwise. */
const ABOUT_ONE =
  /\b(?:about|what is|who (?:made|makes)|link|votes|upvotes|comments|does|did|when|open|more on)\b/i

function isAboutOne({ asked }: Conversation): boolean {
  return ABOUT_ONE.test(asked.at(-1) ?? '')
}

function lookUp(name: string, offered: ReadonlySet<string>): Call | string {
  return chooseTool({ kind: 'search', words: name, count: 1 }, offered) ?? NOT_HERE.search
}

function namedIn(listed: readonly Listed[], { asked }: Conversation): Listed | undefined {
  const text = asked.at(-1)?.toLowerCase() ?? ''
  return listed.find(({ name }) => name !== '' && text.includes(name.toLowerCase()))
}

/** Something not understood, with the name of a product from the last answer in it. */
function mentioned(
  topic: string,
  listed: readonly Listed[],
  conversation: Conversation,
  offered: ReadonlySet<string>,
) {
  if (topic !== 'unclear' && topic !== 'out-of-scope') return undefined
  const product = namedIn(listed, conversation)
  return product && itemStep(product, conversation, offered)
}

function distinct(calls: readonly Call[]): Call[] {
  const texts = calls.map((call) => JSON.stringify(call))
  return calls.filter((_, at) => texts.indexOf(texts[at] ?? '') === at)
}

function said(text: string): Reply {
  return { text, calls: [] }
}
