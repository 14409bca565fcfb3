import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import talk from '../../data/language/talk.json' with { type: 'json' }
import { answer } from './answer/answer.ts'
import { questionAnswer } from './answer/product-answer.ts'
import { type Call, chooseTool, UNAVAILABLE } from './choose-tool.ts'
import { type Conversation, readConversation } from './dialogue/conversation.ts'
import { listedNames, MAX_ANSWERS, withoutListedNames } from './dialogue/listed-names.ts'
import { productQuestion } from './dialogue/product-question.ts'
import type { Request, Topic } from './dialogue/request.ts'
import { frontendCall } from './frontend-call.ts'
import { namedTool } from './named-tool.ts'
import { wordsIn } from './normalise/utterance.ts'
import { answerAfterSearch, productStep } from './product-step.ts'
import { expandMacros } from './slots/patterns.ts'
import type { Moment } from './slots/slots.ts'

/** The response to a prompt: either a text, or tool calls whose results are needed first. */
export interface Reply {
  text: string
  calls: Call[]
}

interface ReplyDeps extends Moment {
  /**
   * Parses the requests of the last user message; the earlier ones are its context.
   * @param names words of product names, which are no typos
   */
  understand(
    asked: readonly string[],
    moment: Moment,
    names: ReadonlySet<string>,
  ): readonly Request[]
}

export function reply(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  { understand, ...moment }: ReplyDeps,
): Reply {
  const conversation = readConversation(prompt)
  const question = conversation.asked.at(-1) ?? ''
  const listed = listedNames(conversation)
  const names = new Set(listed.slice(-MAX_ANSWERS).flat().flatMap(wordsIn))
  const requests = understand(withoutListedNames(conversation, listed), moment, names)
  if (conversation.outcomes.length > 0) {
    return textReply(answerFrom(conversation, requests, moment.defaultTimezone))
  }

  const callable = toolChoice?.type === 'none' ? [] : tools
  const offered = new Set(callable.map(({ name }) => name))
  const explicitCall = namedTool(question, offered) ?? frontendCall(question, callable)
  if (typeof explicitCall === 'string') return textReply(explicitCall)
  if (explicitCall) return { text: '', calls: [explicitCall] }
  const steps = requests.flatMap((request) =>
    stepFor(request, conversation, offered, moment.defaultTimezone),
  )
  const calls = distinct(steps.filter((step) => typeof step !== 'string'))
  return calls.length > 0
    ? { text: '', calls }
    : textReply([...new Set(steps)].join('\n\n') || talkAnswer('unclear'))
}

/** The answer from the results of the calls. */
function answerFrom(
  conversation: Conversation,
  requests: readonly Request[],
  defaultTimezone: string,
): string {
  const { asked, outcomes } = conversation
  const context = { requests, question: asked.at(-1) ?? '', defaultTimezone }
  const abouts = requests.map((request) => productQuestion(request, conversation, defaultTimezone))
  const [about] = abouts
  const [product] = about?.selection.products ?? []
  if (about?.isSimilar && product) return answer(outcomes, { ...context, similarTo: product.name })
  const isFailed = outcomes.some(({ failure }) => failure !== undefined)
  if (!isFailed && about && abouts.every((one) => one !== undefined)) {
    return [...new Set(abouts.map((one) => questionAnswer(one, defaultTimezone)))].join('\n\n')
  }
  return answerAfterSearch(requests, conversation, defaultTimezone) ?? answer(outcomes, context)
}

function stepFor(
  request: Request,
  conversation: Conversation,
  offered: ReadonlySet<string>,
  tz: string,
) {
  const about = productQuestion(request, conversation, tz)
  if (about) return productStep(about, offered, tz)
  switch (request.kind) {
    case 'talk':
      return talkAnswer(request.topic, request.language)
    case 'change':
    case 'item':
      return talkAnswer('unclear')
    default:
      return chooseTool(request, offered) ?? UNAVAILABLE[request.kind]
  }
}

/** The fixed answer for a topic that needs no tool, where `{name}` stands for a phrase of `talk.json`. */
function talkAnswer(topic: Topic, language?: string): string {
  const answer = expandMacros(talk.answers[topic], talk.phrases)
  return language && topic === 'foreign' ? `That seems to be ${language}. ${answer}` : answer
}

function distinct(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]
}

function textReply(text: string): Reply {
  return { text, calls: [] }
}
