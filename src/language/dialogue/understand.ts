import type { Model } from '../intent/model.ts'
import { contentWords, searchesIn } from '../intent/search-words.ts'
import { isGibberishMessage } from '../normalise/gibberish.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { findSlots, type Moment } from '../slots/slots.ts'
import { changesOf } from './changes.ts'
import { ACTION_INTENTS, adjustIntents, hasConfetti } from './evidence.ts'
import { type DialogueState, followUp, remember } from './follow-up.ts'
import { foreignLanguage } from './foreign.ts'
import { memorizedRequests } from './memorized.ts'
import { hasTime, type Part, partsOf, wholeMessage } from './parts.ts'
import { rankingsOf } from './rankings.ts'
import { type Reading, searchItems } from './reading.ts'
import { readReplies } from './reply-intent.ts'
import { type Request, TOPICS, type Topic, talk } from './request.ts'
import { isSequel, revisedQuery } from './revised-query.ts'
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
        ? parseRequests(utterance, state, moment, model)
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

function parseRequests(
  utterance: Utterance,
  state: DialogueState,
  moment: Moment,
  model: Model,
): Request[] {
  const language = foreignLanguage(utterance)
  if (language !== undefined) return [talk('foreign', language)]
  if (isGibberishMessage(utterance, model.spelling)) return [talk('unclear')]
  if (!/[\p{L}\p{N}]/u.test(utterance.text))
    return [utterance.tokens.some(({ text }) => isCheer(text)) ? CHEER : talk('unclear')]
  const slots = slotsInContext(utterance, findSlots(utterance, moment), state)
  const reading = { utterance, slots, state, moment, model }
  const { times, zones } = reading.slots
  const isNumber = times.length + zones.length === 0 && !/\p{L}/u.test(utterance.text)
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
  const parts = adjustIntents(readReplies(partsOf(reading), reading))
  const refused = parts.find(
    ({ intent, probability }) => intent === 'instructions' && probability > 0.5,
  )
  if (refused) return [talk('instructions')]
  if (parts.length > 1 && !parts.some(({ intent }) => ACTION_INTENTS.has(intent))) {
    const whole = adjustIntents(readReplies([wholeMessage(reading)], reading))
    const hasAction = whole.some(({ intent }) => ACTION_INTENTS.has(intent))
    if (hasAction) return requestsOfParts(whole, reading)
  }
  return requestsOfParts(parts, reading)
}

function requestsOfParts(parts: readonly Part[], reading: Reading): Request[] {
  const rankings = rankingsOf(parts, reading.slots, reading.utterance.text)
  const firstSearch = parts.find(({ intent }) => intent === 'search')
  const firstConfetti = parts.find(({ intent }) => intent === 'confetti')
  const found = parts.flatMap((part): Request[] => {
    if (part.intent === 'ranking') return rankings.splice(0)
    if (part.intent === 'search') {
      return part === firstSearch ? revisedSearches(searchesOf(parts, reading), part, reading) : []
    }
    if (part.intent === 'item') return [{ kind: 'item', index: itemIndexIn(part) }]
    return part === firstConfetti ? [confettiRequest(part, parts, reading)] : []
  })
  return found.length > 0 ? found : (changesOf(parts, reading) ?? [talkRequest(parts)])
}

function talkRequest(parts: readonly Part[]): Request {
  const topics = parts.flatMap(({ intent }) => TOPICS.filter((topic) => topic === intent))
  const main = topics.find((topic) => !COURTESY.includes(topic))
  return talk(main ?? COURTESY.find((topic) => topics.includes(topic)) ?? 'unclear')
}

const ITEM_REFERENCE = new RegExp(
  `\\b(?:(?<ordinal>${ORDINALS.slice(1, 11).join('|')}|last|top|winner|\\d{1,2}(?:st|nd|rd|th))|` +
    `(?:number|no|nr|item|result|hit|row|rank|place|position|slot|entry|product|option) (?<number>\\d{1,2}))\\b`,
)

/** The index of the list item referred to: "the second one" is 1, "the last" is -1. */
function itemIndexIn({ items }: Part): number | undefined {
  const text = items.map(({ token }) => token.text).join(' ')
  const { ordinal, number } = ITEM_REFERENCE.exec(text)?.groups ?? {}
  if (ordinal === 'last') return -1
  if (number) return Number(number) - 1
  if (!ordinal) return undefined
  const place = ORDINALS.indexOf(ordinal)
  return place > 0 ? place - 1 : Math.max(0, (Number.parseInt(ordinal, 10) || 1) - 1)
}

/** Turns a search such as "one that does gifs too" into a change if it follows another search. */
function revisedSearches(searches: Request[], { text }: Part, { state }: Reading): Request[] {
  const [search, ...others] = searches
  if (search?.kind !== 'search' || others.length > 0 || state.last?.kind !== 'search')
    return searches
  const words =
    revisedQuery(state.last, search.words, text) ?? (isSequel(text) ? search.words : undefined)
  return words === undefined ? searches : [{ kind: 'change', words, count: search.count }]
}

/** All searches of a message. Their words may come from any part without another action. */
function searchesOf(parts: readonly Part[], reading: Reading): Request[] {
  const own = parts.filter(({ intent }) => intent === 'search' || !ACTION_INTENTS.has(intent))
  const items = own.flatMap((part) => searchItems(part, reading))
  const found = searchesIn(items, reading.model)
  const counts = own.flatMap(({ slots }) => slots.counts)
  const isTimed = own.some(hasTime)
  if (found.length === 0) return [talk('what-for')]
  return found.map(({ words, end, count }, index) => {
    const from = found[index - 1]?.end ?? -1
    const near = counts.filter((count) => from < count.from && count.from < end)
    const [slot] = found.length === 1 ? counts : near
    return { kind: 'search', words, count: slot?.value.value ?? count, hasTime: isTimed }
  })
}

const MAX_REASON = 80

/** A command to throw confetti has no reason, unless it names one. */
const CONFETTI_COMMAND =
  /^(?:(?:please|pls|now|ok|can|could|you) )*(?:throw|fire|shoot|drop|trigger|send|pop)\b/i
const NAMED_REASON = /\b(?:for|because|since|to celebrate) (\p{L}.*)$/iu

function reasonIn(words: string): string {
  if (!CONFETTI_COMMAND.test(words)) return words
  return NAMED_REASON.exec(words)?.[1] ?? ''
}

function confettiRequest(
  part: Part,
  parts: readonly Part[],
  { utterance, state }: Reading,
): Request {
  const text = part.items.map(({ token }) => token.cased).join(' ')
  const isWhole = parts.every(({ intent }) => intent === 'confetti' || !ACTION_INTENTS.has(intent))
  const tokens = isWhole ? utterance.tokens : part.items.map(({ token }) => token)
  const isExplicit =
    state.last?.kind === 'confetti' ||
    parts.some(hasConfetti) ||
    tokens.some(({ text }) => isCheer(text) || text === 'celebrate')
  const words = (parts.length === 1 ? utterance.typed : text)
    .replace(/[^\p{L}\p{N}#%$&'’,-]+/gu, ' ')
    .replace(/ (?=,)/g, '')
    .replace(/^[ ,-]+|[ ,-]+$/g, '')
  const isOnlyCommand = part.items.every(
    ({ text }) => isOf(text, 'function', 'polite', 'asking') || /confetti|throw/.test(text),
  )
  const reason = isOnlyCommand ? '' : reasonIn(words).slice(0, MAX_REASON).toWellFormed()
  const args = isExplicit ? confettiArguments(tokens) : {}
  return { kind: 'confetti', args: reason ? { reason, ...args } : args }
}

function recentMessages(messages: readonly string[]): string[] {
  const latestFirst = messages.slice(-MAX_MESSAGES).reverse()
  let remaining = MAX_CHARACTERS
  return latestFirst
    .filter((message, index) => {
      remaining -= Math.min(message.length, 1000)
      return index === 0 || remaining >= 0
    })
    .reverse()
}
