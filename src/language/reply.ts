import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import talkData from '../../data/language/talk.json' with { type: 'json' }
import { answer } from './answer/answer.ts'
import { type Call, callsFor, planOf, UNAVAILABLE } from './calls.ts'
import { namedCall, suggestionCall } from './client-tools.ts'
import {
  type AskedSoFar,
  listedProducts,
  readConversation,
  topicSaid,
} from './dialogue/conversation.ts'
import {
  type NamedRequest,
  type Request,
  rankingsIn,
  type Topic,
  talk,
} from './dialogue/request.ts'
import { distinct, followUps, type Plan } from './plan.ts'
import type { Clock } from './slots/slots.ts'

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
  /** The name before the turns of the user who asks, in a group. */
  speaker?: string | undefined
}

export function reply(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  { understand, speaker, ...clock }: ReplyDeps,
): Reply {
  const conversation = readConversation(prompt, speaker)
  const question = conversation.asked.at(-1) ?? ''
  const callable = toolChoice?.type === 'none' ? [] : tools
  const asked = understand(conversation.asked, clock)
  const requests = asked.map((request) => inTopicSaid(request, conversation))
  const steps = requests.map((request) => ({
    request,
    plan: planFor(request, conversation, callable),
  }))
  const { outcomes } = conversation
  if (outcomes.length > 0) {
    const offered = new Set(callable.map(({ name }) => name))
    const next = followUps(steps, outcomes, offered)
    return next.length > 0 ? { text: '', calls: next } : textReply(answer(steps, outcomes, clock))
  }

  const explicitCall = namedCall(question, callable)
  if (typeof explicitCall === 'string') return textReply(explicitCall)
  const [required] = toolChoice?.type === 'tool' ? callable : []
  const call = explicitCall ?? (required && suggestionCall(required, conversation))
  if (call) return { text: '', calls: [call] }
  const calls = distinct(steps.flatMap(({ plan }) => plan.calls))
  return calls.length > 0
    ? { text: '', calls }
    : textReply(answer(steps, outcomes, clock) || talkAnswer('unclear'))
}

/** A request with the topic that an earlier answer has named. */
function inTopicSaid(request: Request, conversation: AskedSoFar): Request {
  if (!rankingsIn(request).some(({ isOfTopicSaid }) => isOfTopicSaid)) return request
  const topic = topicSaid(conversation)
  if (!topic) return talk('unclear')
  if (request.kind === 'ranking') return { ...request, topic }
  const rankings = rankingsIn(request).map((one) => ({ ...one, topic }))
  return request.kind === 'ask' ? { ...request, set: { kind: 'window', rankings } } : request
}

/** What serves a request. */
function planFor(request: Request, conversation: AskedSoFar, tools: Tools): Plan {
  const offered = new Set(tools.map(({ name }) => name))
  const served = (calls: Call[], missing: string): Plan =>
    calls.length > 0 ? { calls } : { calls, text: missing }
  switch (request.kind) {
    case 'talk':
      return { calls: [], text: talkAnswer(request.topic) }
    case 'ask': {
      const plan = planOf(request, conversation, offered)
      const isServed = plan.calls.every(({ toolName }) => offered.has(toolName))
      const isTold = plan.known?.every(({ line }) => line !== '')
      if (isServed) return plan
      return isTold ? { ...plan, calls: [] } : { calls: [], text: UNAVAILABLE.tool }
    }
    case 'history': {
      const { place = 0 } = request
      const { last, subject } = listedProducts(conversation)
      const listed = place === 0 ? subject : last.at(place > 0 ? place - 1 : place)
      const words = request.words || listed?.name
      if (!words) return { calls: [], text: talkAnswer('which-product') }
      return served(callsFor({ kind: 'history', words }, offered), UNAVAILABLE.history)
    }
    case 'tool': {
      const tool = tools.find(({ name }) => name === request.name)
      return served(
        tool ? [{ toolName: tool.name, input: valuesFor(tool, request) }] : [],
        UNAVAILABLE.tool,
      )
    }
    default:
      return served(callsFor(request, offered), UNAVAILABLE[request.kind])
  }
}

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

function textReply(text: string): Reply {
  return { text, calls: [] }
}
