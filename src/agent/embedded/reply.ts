import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { COUNT } from '../../ranking/limits.ts'
import { answer } from './answer/answer.ts'
import { productLine } from './answer/product-list.ts'
import { TALK } from './answer/talk.ts'
import { type Conversation, readConversation } from './conversation.ts'
import { type Listed, listedProducts } from './listed-products.ts'
import type { Moment } from './meaning/marked-message.ts'
import { meaning } from './meaning/meaning.ts'
import type { Wish } from './meaning/wish.ts'
import { namedTool } from './named-tool.ts'
import { type Call, toolCall } from './tool-call.ts'

/** What the model says to a prompt: a text, or calls that are to be answered first. */
export interface Reply {
  text: string
  calls: Call[]
}

export function reply(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  moment: Moment,
): Reply {
  const conversation = readConversation(prompt)
  const wishes = meaning(conversation.asked, moment)
  if (conversation.outcomes.length > 0) {
    const timeless = wishes.some((wish) => wish.kind === 'search' && wish.timeless)
    const tooMany = wishes.some((wish) => 'count' in wish && (wish.count ?? 0) > COUNT.max)
    return said(answer(conversation.outcomes, { ...moment, timeless, tooMany }))
  }

  const offered = new Set(toolChoice?.type === 'none' ? [] : tools.map(({ name }) => name))
  const ordered = namedTool(conversation.asked.at(-1) ?? '', offered)
  if (ordered) return { text: '', calls: [ordered] }
  const steps = wishes.map((wish) => stepFor(wish, conversation, offered))
  const calls = steps.flatMap((step) => (typeof step === 'string' ? [] : [step]))
  if (calls.length > 0) return { text: '', calls }
  return said(steps.filter((step) => typeof step === 'string').join('\n\n') || TALK.unclear)
}

function stepFor(wish: Wish, conversation: Conversation, offered: ReadonlySet<string>) {
  switch (wish.kind) {
    case 'talk':
      return mentioned(wish.topic, conversation, offered) ?? TALK[wish.topic]
    case 'item':
      return itemStep(listedProducts(conversation).at(wish.place), conversation, offered)
    case 'change':
      return TALK.unclear
    default:
      return toolCall(wish, offered) ?? NOT_HERE[wish.kind]
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

function lookUp(name: string, offered: ReadonlySet<string>): Call | string {
  const wish = { kind: 'search', words: name, count: 1, timeless: false } as const
  return toolCall(wish, offered) ?? NOT_HERE.search
}

/** Something not understood, with the name of a product from the last answer in it. */
function mentioned(topic: string, conversation: Conversation, offered: ReadonlySet<string>) {
  if (topic !== 'unclear' && topic !== 'out-of-scope') return undefined
  const text = conversation.asked.at(-1)?.toLowerCase() ?? ''
  const listed = listedProducts(conversation)
  const product = listed.find(({ name }) => name !== '' && text.includes(name.toLowerCase()))
  return product && itemStep(product, conversation, offered)
}

function said(text: string): Reply {
  return { text, calls: [] }
}
