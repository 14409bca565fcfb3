import { textOf } from '../intent/items.ts'
import type { Model } from '../intent/model.ts'
import { contentWords } from '../intent/search-words.ts'
import { isGibberishMessage } from '../normalise/gibberish.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { findSlots, type Moment } from '../slots/slots.ts'
import { changesOf } from './changes.ts'
import { confettiRequest } from './confetti-request.ts'
import { adjustIntents } from './evidence.ts'
import { type DialogueState, followUp, remember } from './follow-up.ts'
import { foreignLanguage } from './foreign.ts'
import { ACTION_INTENTS } from './intents.ts'
import { memorizedRequests } from './memorized.ts'
import { type Part, partsOf, type Reading, wholeMessage } from './parts.ts'
import { rankingsOf } from './rankings.ts'
import { readReplies, replyPattern } from './reply-intent.ts'
import { isTopic, type Request, type Topic, talk } from './request.ts'
import { searchesOf, searchItems } from './searches.ts'
import { slotsInContext } from './slots-in-context.ts'

/** How many of the latest messages are used as context. */
const MAX_MESSAGES = 12
/** The total length of those messages; older ones are skipped. */
const MAX_CHARACTERS = 1500

const MAX_REQUESTS = 6

/** A message of nothing but such emoji. */
const CHEER: Request = { kind: 'confetti', args: {} }

const UNRESOLVED = new Set(['unclear', 'out-of-scope', 'acknowledgement', 'introduction', 'help'])
/** Answered only if there is no other topic, and the first of these before the others. */
const COURTESY: readonly Topic[] = ['farewell', 'thanks', 'greeting', 'acknowledgement', 'unclear']

/** The requests of the last user message, given the messages before it. */
export function understand(messages: readonly string[], moment: Moment, model: Model): Request[] {
  let state: DialogueState = {}
  let requests: Request[] = []
  let before = ''
  for (const message of recentMessages(messages)) {
    const utterance = readUtterance(message, model.spelling)
    const memorized =
      model.memorized(memoryKey(before, utterance.text)) ?? memorizedAlone(utterance, before, model)
    requests =
      memorized === undefined
        ? parseRequests({ utterance, state, moment, model })
        : memorizedRequests(memorized, moment, utterance)
    state = remember(requests, state)
    before = utterance.text
  }
  return requests
}

/** What is memorized for a message by itself. A bare "just 3" is a reply if there is a list. */
function memorizedAlone({ text, tokens }: Utterance, before: string, model: Model) {
  const memorized = model.memorized(text)
  const isBare = tokens.every((token) => isOf(token.text, 'function') || /\d/.test(token.text))
  const isCall = memorized?.startsWith('[')
  return before !== '' && isBare && isCall ? undefined : memorized
}

export function memoryKey(before: string, text: string): string {
  return `${before} >> ${text}`
}

function parseRequests(unread: Omit<Reading, 'slots'>): Request[] {
  const { utterance, state, moment, model } = unread
  const language = foreignLanguage(utterance)
  if (language !== undefined) return [talk('foreign', language)]
  if (isGibberishMessage(utterance, model.spelling)) return [talk('unclear')]
  if (!/[\p{L}\p{N}]/u.test(utterance.text))
    return [utterance.tokens.some(({ text }) => isCheer(text)) ? CHEER : talk('unclear')]
  const slots = slotsInContext(utterance, findSlots(utterance, moment), state)
  const reading = { ...unread, slots }
  const isNumber = slots.times.length + slots.zones.length === 0 && !/\p{L}/u.test(utterance.text)
  if (isNumber && state.last === undefined) return [talk('unclear')]
  const requests = requestsOf(reading)
  return followUp(
    (state.isTopicPending ? searchFromAnswer(requests, reading) : requests).slice(0, MAX_REQUESTS),
    state,
  )
}

/** Takes a message as the search topic after the question "what should it be good for?". */
function searchFromAnswer(requests: Request[], reading: Reading): Request[] {
  const [request] = requests
  const isUnresolved = request?.kind === 'talk' && UNRESOLVED.has(request.topic)
  const words = isUnresolved ? contentWords(searchItems(wholeMessage(reading), reading)) : ''
  return words === '' ? requests : [{ kind: 'search', words }]
}

function requestsOf(reading: Reading): Request[] {
  const read = (parts: readonly Part[]) => adjustIntents(readReplies(parts, reading))
  const parts = read(partsOf(reading))
  const isRefused = parts.some(
    ({ intent, probability }) => intent === 'instructions' && probability > 0.5,
  )
  if (isRefused) return [talk('instructions')]
  const whole = hasAction(parts) ? parts : read([wholeMessage(reading)])
  return requestsOfParts(hasAction(whole) ? whole : parts, reading)
}

function hasAction(parts: readonly Part[]): boolean {
  return parts.some(({ intent }) => ACTION_INTENTS.has(intent))
}

function requestsOfParts(parts: readonly Part[], reading: Reading): Request[] {
  const found = parts.flatMap((part, at): Request[] => {
    if (part.intent === 'item') return [{ kind: 'item', index: itemIndexIn(part) }]
    const isFirst = parts.findIndex(({ intent }) => intent === part.intent) === at
    return isFirst ? toolRequests(part.intent, parts, reading) : []
  })
  return found.length > 0 ? found : (changesOf(parts, reading) ?? [talkRequest(parts)])
}

/** All requests of an intent that a tool serves. */
function toolRequests(intent: string, parts: readonly Part[], reading: Reading): Request[] {
  switch (intent) {
    case 'ranking':
      return rankingsOf(parts, reading)
    case 'search':
      return searchesOf(parts, reading)
    case 'confetti':
      return [confettiRequest(parts, reading)]
    default:
      return []
  }
}

function talkRequest(parts: readonly Part[]): Request {
  const topics = parts.map(({ intent }) => intent).filter(isTopic)
  const main = topics.find((topic) => !COURTESY.includes(topic))
  return talk(main ?? COURTESY.find((topic) => topics.includes(topic)) ?? 'unclear')
}

const ITEM_REFERENCE = replyPattern(
  '\\b(?:(?<ordinal>{nth}|winner)|{label} (?<number>\\d{1,2}))\\b',
)

/** The index of the list item referred to: "the second one" is 1, "the last" is -1. */
function itemIndexIn({ items }: Part): number | undefined {
  const text = textOf(items.map(({ token }) => token))
  const { ordinal, number } = ITEM_REFERENCE.exec(text)?.groups ?? {}
  if (ordinal === 'last' || ordinal === 'bottom') return -1
  if (number) return Number(number) - 1
  if (!ordinal) return undefined
  const place = ORDINALS.indexOf(ordinal)
  return place > 0 ? place - 1 : Math.max(0, (Number.parseInt(ordinal, 10) || 1) - 1)
}

function recentMessages(messages: readonly string[]): string[] {
  let remaining = MAX_CHARACTERS
  const latestFirst = messages.slice(-MAX_MESSAGES).reverse()
  const recent = latestFirst.filter((message, index) => {
    remaining -= Math.min(message.length, 1000)
    return index === 0 || remaining >= 0
  })
  return recent.reverse()
}
