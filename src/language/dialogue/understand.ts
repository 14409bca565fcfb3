import type { Model } from '../intent/model.ts'
import { contentWords } from '../intent/search-words.ts'
import { isGibberishMessage } from '../normalise/gibberish.ts'
import { isCheer, isOf } from '../normalise/lexicon.ts'
import { MAX_MESSAGE_CHARACTERS } from '../normalise/normalize-text.ts'
import { withNames } from '../normalise/spelling.ts'
import { readUtterance, type Utterance } from '../normalise/utterance.ts'
import { findSlots, type Moment } from '../slots/slots.ts'
import { changesOf } from './changes.ts'
import { confettiChange, confettiRequest, isSameAgain } from './confetti-request.ts'
import { findCorrection } from './correction.ts'
import { adjustIntents } from './evidence.ts'
import { type DialogueState, followUp, remember } from './follow-up.ts'
import { foreignLanguage } from './foreign.ts'
import { ACTION_INTENTS } from './intents.ts'
import { itemRequest } from './item-request.ts'
import { memorizedRequests } from './memorized.ts'
import { hasTime, type Part, partsOf, type Reading, wholeMessage } from './parts.ts'
import { nameAskedAbout, nameExpected } from './product-names.ts'
import { rankingsOf } from './rankings.ts'
import { readReplies } from './reply-intent.ts'
import { isTopic, type Request, type Topic, talk } from './request.ts'
import { searchesOf, searchItems } from './searches.ts'
import { slotsInContext } from './slots-in-context.ts'
import { withTopicSearches } from './topic-rankings.ts'

/** A message whose slots have not been found yet. */
type Unread = Omit<Reading, 'slots'>

/** How many of the latest messages are used as context. */
const MAX_MESSAGES = 12
/** The total length of those messages; older ones are skipped. */
const MAX_CONTEXT_CHARACTERS = 1500

const MAX_REQUESTS = 6

const CELEBRATED =
  /\b(?:celebrate|confetti for) (?:the |TIME )?(?:winner|best|top|leader|champion|number NUM)\b/

/** A message of nothing but celebratory emoji. */
const CHEER: Request = { kind: 'confetti', args: {} }

const UNRESOLVED = new Set(['unclear', 'out-of-scope', 'acknowledgement', 'introduction', 'help'])
/** Answered only if there is no other topic, and the first of these before the others. */
const COURTESY: readonly Topic[] = ['farewell', 'thanks', 'greeting', 'acknowledgement', 'unclear']

/**
 * The requests of the last user message, given the messages before it.
 * @param names words of product names that were answered, which are no typos
 */
export function understand(
  messages: readonly string[],
  moment: Moment,
  ofLanguage: Model,
  names: ReadonlySet<string> = new Set(),
): Request[] {
  const model = { ...ofLanguage, spelling: withNames(ofLanguage.spelling, names) }
  let state: DialogueState = {}
  let requests: Request[] = []
  let before = ''
  for (const message of recentMessages(messages)) {
    const utterance = readUtterance(message, model.spelling)
    const memorized =
      model.memorized(memoryKey(before, utterance.text)) ?? memorizedAlone(utterance, before, model)
    requests =
      memorized === undefined
        ? requestsIn({ utterance, state, moment, model })
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

/** A message that corrects itself is read as two: a request, and a reply that changes it. */
function requestsIn(unread: Unread): Request[] {
  const requests = parseRequests(unread)
  const correction = findCorrection(unread.utterance.typed)
  const isCorrected = requests.length === 1 && requests[0]?.kind === 'ranking'
  if (!correction || isCorrected) return requests
  const { state, model } = unread
  const read = (text: string) => readUtterance(text, model.spelling)
  const before = parseRequests({ ...unread, utterance: read(correction.before) })
  if (!areLists(before) || !before.some(isSpecific)) return requests
  const reply = { utterance: read(correction.after), state: remember(before, state) }
  const after = parseRequests({ ...unread, ...reply })
  return areLists(after) ? after : requests
}

/** Whether all requests are for lists of products. */
function areLists(requests: readonly Request[]): boolean {
  return requests.every(({ kind }) => kind === 'ranking' || kind === 'search')
}

/** Whether it is enough of a request for a correction to be of it, and not of a number alone. */
function isSpecific(request: Request): boolean {
  return request.kind === 'search' || (request.kind === 'ranking' && request.time !== undefined)
}

function parseRequests(unread: Unread): Request[] {
  const requests = parseOnce(unread)
  const { moment, state } = unread
  const zone = state.ranking?.zone
  // Days are those of the time zone that is kept from the ranking before.
  return zone && requests.some((request) => request.kind === 'ranking' && request.zone === zone)
    ? parseOnce({ ...unread, moment: { ...moment, defaultTimezone: zone } })
    : requests
}

function parseOnce(unread: Unread): Request[] {
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
  const requests = withNamed(requestsOf(reading), reading)
  return followUp(
    (state.isTopicPending ? searchFromAnswer(requests, reading) : requests).slice(0, MAX_REQUESTS),
    state,
  )
}

/** A name that means nothing else is asked about, and a number or "rest" in it is part of it. */
function withNamed(
  requests: Request[],
  { utterance: { typed }, slots, state }: Reading,
): Request[] {
  const [request] = requests
  const isPlain = slots.times.length + slots.zones.length === 0
  const isMisread =
    request?.kind === 'change' || (request?.kind === 'talk' && request.topic === 'unclear')
  if (!isPlain || !isMisread) return requests
  const words = nameAskedAbout(typed)
  if (words !== undefined) return [{ kind: 'search', words }]
  const expected = state.last && nameExpected(typed)
  return expected ? [{ kind: 'item', indexes: [], description: [], names: [expected] }] : requests
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
  return requestsOfParts(withTopicSearches(hasAction(whole) ? whole : parts, reading), reading)
}

function hasAction(parts: readonly Part[]): boolean {
  return parts.some(({ intent }) => ACTION_INTENTS.has(intent))
}

function requestsOfParts(parts: readonly Part[], reading: Reading): Request[] {
  const found = parts.flatMap((part, at): Request[] => {
    const isFirst = parts.findIndex(({ intent }) => intent === part.intent) === at
    return isFirst ? toolRequests(part.intent, parts, reading) : []
  })
  return found.length > 0 ? found : (changesOf(parts, reading) ?? [talkRequest(parts)])
}

/** All requests of an intent that is served by a tool or from the last answer. */
function toolRequests(intent: string, parts: readonly Part[], reading: Reading): Request[] {
  switch (intent) {
    case 'ranking':
      return rankingsOf(parts, reading)
    case 'search':
      return searchesOf(parts, reading)
    case 'item':
      return [itemRequest(parts)]
    case 'confetti':
      if (isSameAgain(parts, reading)) return [confettiChange(reading)]
      return [...celebratedRankings(parts, reading), confettiRequest(parts, reading)]
    default:
      return []
  }
}

/** "Celebrate the winner of yesterday" asks who that is. */
function celebratedRankings(parts: readonly Part[], reading: Reading): Request[] {
  const [part, ...others] = parts.filter(({ intent }) => ACTION_INTENTS.has(intent))
  const isAsked = part && others.length === 0 && hasTime(part) && CELEBRATED.test(part.text)
  return isAsked ? rankingsOf([{ ...part, intent: 'ranking' }], reading) : []
}

function talkRequest(parts: readonly Part[]): Request {
  const topics = parts.map(({ intent }) => intent).filter(isTopic)
  const main = topics.find((topic) => !COURTESY.includes(topic))
  return talk(main ?? COURTESY.find((topic) => topics.includes(topic)) ?? 'unclear')
}

/** An answer such as ours, which in a group is passed on like a message of a user. */
const ANSWER = /\bSource: .{1,40}\bread \d{4}-\d\d-\d\d /

/** The beginnings of the last message and of those that are its context, oldest first. */
export function recentMessages(messages: readonly string[]): string[] {
  let remaining = MAX_CONTEXT_CHARACTERS
  const latestFirst = messages
    .filter((message, at) => at === messages.length - 1 || !ANSWER.test(message))
    .slice(-MAX_MESSAGES)
    .reverse()
  const recent = latestFirst.filter((message, index) => {
    remaining -= Math.min(message.length, MAX_MESSAGE_CHARACTERS)
    return index === 0 || remaining >= 0
  })
  return recent.map((message) => message.slice(0, MAX_MESSAGE_CHARACTERS)).reverse()
}
