import words from '../../../data/language/words.json' with { type: 'json' }
import type { Before } from '../intent/features.ts'
import type { Model } from '../intent/model.ts'
import { MAX_MESSAGE_CHARACTERS } from '../normalise/normalize-text.ts'
import { textBetween } from '../normalise/tokens.ts'
import { wordSet, wordsIn } from '../normalise/word-tables.ts'
import { confettiArguments, isConfetti } from '../slots/confetti.ts'
import type { Clock } from '../slots/slots.ts'
import { topicNamed } from '../slots/topics.ts'
import { confettiRequest } from './confetti-request.ts'
import { changed, inContext, moreOf, remember, type State } from './follow-up.ts'
import { productName } from './product-name.ts'
import { rankingsOf } from './rankings.ts'
import { type Reading, readMessage } from './reading.ts'
import { isList, isTopic, type Request, talk } from './request.ts'
import { searchesOf } from './searches.ts'

/** The number of latest messages that are used as context. */
const MAX_MESSAGES = 8
/** Their total length; older ones are left out. */
const MAX_CONTEXT_CHARACTERS = 1500
const MAX_REQUESTS = 6

/** The requests of the last message, given the messages before it. */
export function understand(messages: readonly string[], clock: Clock, model: Model): Request[] {
  let state: State = {}
  let requests: Request[] = []
  for (const message of recentMessages(messages)) {
    requests = requestsIn(message, state, clock, model).slice(0, MAX_REQUESTS)
    state = remember(requests, state)
  }
  return requests
}

/** An answer such as ours, which in a group is passed on like a message of a user. */
const ANSWER = /\bSource: .{1,40}\bread \d{4}-\d\d-\d\d /

/** The beginnings of the last message and of those that are its context, oldest first. */
export function recentMessages(messages: readonly string[]): string[] {
  let characters = 0
  const latestFirst = messages
    .filter((message, at) => at === messages.length - 1 || !ANSWER.test(message))
    .slice(-MAX_MESSAGES)
    .map((message) => message.slice(0, MAX_MESSAGE_CHARACTERS))
    .reverse()
  const recent = latestFirst.filter(({ length }, at) => {
    characters += length
    return at === 0 || characters <= MAX_CONTEXT_CHARACTERS
  })
  return recent.reverse()
}

function requestsIn(message: string, state: State, clock: Clock, model: Model): Request[] {
  if (!/[\p{L}\p{N}]/u.test(message)) return [isCheer(message) ? CHEER : talk('unclear')]
  if (isForeign(message)) return [talk('foreign')]
  if (GIBBERISH.test(message.slice(0, MAX_MESSAGE_CHARACTERS))) return [talk('unclear')]
  const before: Before = state.last?.kind ?? (state.hasHistory ? 'talk' : 'none')
  const reading = readMessage(message, before, clock, model)
  const zone = state.ranking?.zone
  // Days are those of the time zone that is kept from the ranking before.
  const inZone =
    zone && reading.intent === 'change' && reading.slots.zones.length === 0
      ? readMessage(message, before, { ...clock, defaultTimezone: zone }, model)
      : reading
  return requestsOf(inZone, message, state, model).map((request) => inContext(request, state))
}

const CHEER: Request = { kind: 'confetti', args: {} }

/** A word that no English text has, alone. */
const GIBBERISH = /^\W*\w*(?:[bcdfghjklmnpqrstvwxz]{5}|asdf|qwer|(.)\1{9})\w*\W*$/i

function isCheer(message: string): boolean {
  return [...message].some((sign) => words.cheers.includes(sign))
}

const FOREIGN_WORDS = wordSet(words.foreign)

/** Whether a message is not in English, by its script or by its most common words. */
function isForeign(message: string): boolean {
  const letters = message.match(/\p{L}/gu)?.length ?? 0
  const latin = message.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin * 2 < letters) return true
  const all = wordsIn(
    message.slice(0, MAX_MESSAGE_CHARACTERS).normalize('NFD').replace(/\p{M}/gu, ''),
  )
  const foreign = all.filter((word) => FOREIGN_WORDS.has(word)).length
  return foreign >= 2 && foreign * 3 >= all.length
}

function requestsOf(reading: Reading, message: string, state: State, model: Model): Request[] {
  const { intent, tokens } = reading
  const isOfConfetti = state.last?.kind === 'confetti' && AGAIN.has(intent)
  const hasArguments = isOfConfetti && Object.keys(confettiArguments(tokens)).length > 0
  if (intent === 'change' || intent === 'again' || hasArguments) return changed(state, reading)
  if (REPLIES.has(intent)) return replies(reading, state, model)
  const isNarrowing = intent === 'search' && NARROWING.test(textBetween(tokens))
  if (isNarrowing && state.last?.kind === 'search') return narrowed(reading, state, model)
  if (intent === 'history')
    return [{ kind: 'history', words: productName(reading, message, model) }]
  if (/ranking|search|(?<!no-)confetti/.test(intent)) return actions(reading, message, model)
  if (intent === 'aside') {
    return [talk(GREETING.test(textBetween(tokens)) ? 'greeting' : 'acknowledgement')]
  }
  return [talk(isTopic(intent) ? intent : 'unclear')]
}

/** An aside that is the whole message. */
const GREETING = /^(?:hi|hey|hello|yo|howdy|hiya|good (?:morning|afternoon|evening))\b/

const AGAIN = wordSet('confetti more unclear')
const REPLIES = wordSet('more item narrow')

/** Requests that mean nothing without the list before them. */
function replies(reading: Reading, state: State, model: Model): Request[] {
  const { last } = state
  if (reading.intent === 'narrow') return narrowed(reading, state, model)
  if (!last) return [talk('unclear')]
  if (reading.intent === 'item') return [{ kind: 'item' }]
  return [isList(last) ? moreOf(last, reading) : last]
}

/** Goes on from the last search: "and for students?" */
const NARROWING =
  /^(?:(?:and|but|ok|now|just|only|maybe|also|what about|how about|the same|,|something|anything|ones?) )*(?:for|with|without|on|that|which|under)\b/

/** The last search with more words. */
function narrowed(reading: Reading, { last }: State, model: Model): Request[] {
  const { searches } = searchesOf(reading, model, true)
  const [added] = searches
  if (!added) return last ? [last] : [talk('unclear')]
  if (last?.kind !== 'search') return searches
  const all = new Set([...last.words.split(' '), ...added.words.split(' ')])
  return [{ ...last, words: [...all].join(' '), count: added.count ?? last.count }]
}

/** Requests for tools, in the order of the message. */
function actions(reading: Reading, message: string, model: Model): Request[] {
  const kinds = reading.intent.split('+')
  const isOnly = kinds.length === 1
  const { searches, otherCounts } = kinds.includes('search')
    ? searchesOf(reading, model, isOnly)
    : { searches: [], otherCounts: reading.slots.counts }
  const isRanking = isOnly && isOfTopic(reading, searches[0]?.words)
  if (isRanking) kinds.splice(0, 1, 'ranking')
  const counts = (isRanking ? reading.slots.counts : otherCounts).map(({ value }) => value)
  const hasConfetti = reading.items.some(({ text }) => isConfetti(text))
  return [
    ...(kinds.includes('ranking') ? rankingsOf(reading, counts) : []),
    ...(kinds.includes('search') ? (searches.length > 0 ? searches : [talk('what-for')]) : []),
    ...(kinds.includes('confetti') || hasConfetti
      ? [confettiRequest(reading, message, isOnly)]
      : []),
  ]
}

/** Whether a search is for the best of a topic: "best AI tools this month", "top 5 in design". */
function isOfTopic({ slots, tokens }: Reading, sought = ''): boolean {
  const isTimed = slots.times.some(({ value }) => !value.weak)
  return (isTimed || tokens.some(({ text }) => text === 'top')) && topicNamed(sought) !== undefined
}
