import words from '../../../data/language/words.json' with { type: 'json' }
import type { Before } from '../intent/features.ts'
import type { Model } from '../intent/model.ts'
import { MAX_MESSAGE_CHARACTERS } from '../normalise/normalize-text.ts'
import { type Token, textBetween, wordSet, wordsIn } from '../normalise/tokens.ts'
import { confettiArguments, isConfetti } from '../slots/confetti.ts'
import { type Clock, isTimed, strongest } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import { topicNamed } from '../slots/topics.ts'
import { namedTool, requestedActions, searchesOf, soughtByName } from './actions.ts'
import { inOtherOrder, onTheSame } from './carried.ts'
import { withFewWords } from './few-words.ts'
import {
  askedAgain,
  BACK,
  changed,
  EVERY_TOPIC,
  inContext,
  moreAfter,
  moreAsked,
} from './follow-up.ts'
import { isOfGroups, isOfOtherOrder, SAME } from './operation.ts'
import { orderIn } from './order.ts'
import { readParts } from './parts.ts'
import { launchThere, phrasedQuestion, topicsAsked } from './phrases.ts'
import { readQuestion } from './question.ts'
import { namesIn, type Reading, readMessage } from './reading.ts'
import { OWN, THEM } from './references.ts'
import { isTopic, type Request, talk } from './request.ts'
import type { State } from './state.ts'
import { talkAsked, withCaveats } from './talk.ts'
import { heeded } from './unheard.ts'
import { chartsOf, historyOf, isOfRecord } from './votes-over-time.ts'

/** The number of latest messages that are used as context. */
const MAX_MESSAGES = 8
/** Their total length; older ones are left out. */
const MAX_CONTEXT_CHARACTERS = 1500
const MAX_REQUESTS = 7

/** The requests of the last message, given the messages before it. */
export function understand(messages: readonly string[], clock: Clock, model: Model): Request[] {
  let state: State = {}
  let requests: Request[] = []
  for (const message of recentMessages(messages)) {
    const found = readParts(message, state, (part, before) =>
      requestsIn(part, before, clock, model).slice(0, MAX_REQUESTS),
    )
    requests = found.requests
    state = found.state
  }
  return requests
}

/** The beginnings of the last message and of those that are its context, oldest first. */
export function recentMessages(messages: readonly string[]): string[] {
  let characters = 0
  const latestFirst = messages
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
  const before = beforeOf(state)
  const reading = readMessage(message, before, clock, model)
  const zone = state.ranking?.zone
  // Days are those of the time zone that is kept from the ranking before.
  const inZone =
    zone && reading.intent === 'change' && reading.slots.zones.length === 0
      ? readMessage(message, before, { ...clock, defaultTimezone: zone }, model)
      : reading
  const requests = withCaveats(requestsOf(inZone, state), inZone)
  const isOfOwn = state.own !== undefined && OWN.test(reading.text)
  const context = isOfOwn ? { ...state, product: state.own } : state
  return heeded(requests, inZone).map((request) => inContext(zoned(request, reading), context))
}

/** What is asked of products is told in the zone that a message names. */
function zoned(request: Request, { slots: { zones } }: Reading): Request {
  const isOfProducts = request.kind === 'ask' && request.set.kind !== 'window'
  return isOfProducts && zones[0] ? { ...request, zone: zones[0].value } : request
}

function beforeOf({ last, hasSubject, hasHistory, question }: State): Before {
  if (question) return 'ranking'
  if (hasSubject) return 'history'
  return last && last.kind !== 'ask' ? last.kind : hasHistory ? 'talk' : 'none'
}

const CHEER: Request = { kind: 'confetti', args: {} }

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

/** Intents that a timeframe in the message contradicts: it is a change of the ranking, or one. */
const TIMELESS = /^(?:unclear|acknowledgement|again|more|item)$/

function requestsOf(read: Reading, state: State): Request[] {
  const reading = withFewWords(read, state)
  const { intent } = reading
  const sure = onTheSame(reading, state) ?? phrased(reading, state)
  if (sure) return sure
  if (isQuestion(reading) || isOfRecord(reading, state)) return [questionOf(reading, state)]
  if (isNameAlone(reading, state)) return [questionOf({ ...reading, operation: SAME }, state)]
  const topic = goesOn(reading, state) ? topicAlone(reading) : undefined
  if (topic) return askedAgain(state, changed(state, { ...reading, topic }))
  if (isUnsure(reading, state)) return [UNCLEAR]
  if (isChange(reading, state)) return askedAgain(state, changed(state, reading))
  switch (intent) {
    case 'what-for':
      return requestedActions({ ...reading, intent: 'search' })
    case 'more':
      return [moreAfter(state, reading)]
    case 'narrow':
      return narrowed(reading, state)
    case 'history':
      return [historyOf(reading)]
    case 'aside':
      return [talk(GREETING.test(textBetween(reading.tokens)) ? 'greeting' : 'acknowledgement')]
  }
  if (/[A-Z]/.test(intent)) return [namedTool(reading)]
  if (/ranking|search|(?<!no-)confetti/.test(intent)) return requestedActions(reading)
  return [talk(isTopic(intent) ? intent : 'unclear')]
}

/** "Launched this month?", of what a search found. */
const DATED =
  /^(?:(?:and|but|only|just|the|ones?|those|that|which|were|are|any|of|them|,) )*(?:launched|released|from)(?: \S+){1,5}$/

/** What words ask for without doubt. */
function phrased(reading: Reading, state: State) {
  if (isException(reading)) return exceptionOf(reading, state)
  const isBack = state.ranking?.except?.length && BACK.test(textBetween(reading.tokens))
  if (isBack || (state.ranking?.topic && EVERY_TOPIC.test(reading.text)))
    return askedAgain(state, changed(state, reading))
  if (
    state.last?.kind === 'search' &&
    !state.question &&
    DATED.test(reading.text) &&
    isTimed(reading.slots)
  )
    return [{ ...state.last, hasTime: true }]
  const topic = state.question && topicAlone(reading)
  if (topic) return askedAgain(state, changed(state, { ...reading, topic }))
  const charts = chartsOf(reading, state)
  if (charts.length > 0) return charts
  const one =
    launchThere(reading, state) ??
    talkAsked(reading, state) ??
    topicsAsked(reading, state) ??
    moreAsked(reading, state) ??
    soughtByName(reading) ??
    phrasedQuestion(reading, state)
  return one && [one]
}

function isChange({ intent, tokens, slots }: Reading, { last }: State): boolean {
  if (/^(?:change|again|widen)$/.test(intent)) return true
  const isOfConfetti = last?.kind === 'confetti' && /^(?:confetti|more|unclear)$/.test(intent)
  if (isOfConfetti && Object.keys(confettiArguments(tokens)).length > 0) return true
  const times = strongest(slots.times).map(({ value }) => value)
  return TIMELESS.test(intent) && times.some(({ weak, text }) => !weak && text !== FUTURE)
}

/** What a question asks; "and Clayfeet?" asks for votes over time if they were asked for before. */
function questionOf(reading: Reading, state: State): Request {
  if (/^(?:by|reversed)$/.test(reading.operation.name)) return inOtherOrder(reading, state)
  const isSame = reading.operation.name === 'same' && state.asked === 'history'
  return isSame ? historyOf(reading) : readQuestion(reading, state)
}

/** What is less likely than this to be meant is not guessed at; a search shows what it sought. */
const MIN_INTENT = 0.35
const UNSURE = /^(?:ranking|change|again|more|history|confetti)$/

/** Whether neither the words nor a time, place or number of them say what is meant. */
function isUnsure(
  { intent, probability, tokens, slots, topic }: Reading,
  { last }: State,
): boolean {
  if (!UNSURE.test(intent) || probability > MIN_INTENT || last?.kind === 'confetti') return false
  if (intent === 'confetti') return !tokens.some(({ text }) => isConfetti(text))
  const { zones, counts, places } = slots
  return !isTimed(slots) && !topic && zones.length + counts.length + places.length === 0
}

/** Intents of messages that may keep to launches with so many votes all the same. */
const MAY_LIMIT = /^(?:ranking|search|change|narrow|more|unclear|out-of-scope)$/

/** Intents of messages whose order is certain all the same. */
const MAY_ORDER = /^(?!.*(?:confetti|search|history))/

const SURE = 0.5

/** Whether a message asks about products that are known, or keeps to those with so many votes. */
function isQuestion(reading: Reading): boolean {
  const { intent, slots, operation } = reading
  const isOfList = intent === 'narrow' && operation.name === 'most'
  if (intent === 'ask' || isOfGroups(reading) || (isOfList && operation.probability > SURE))
    return true
  if (orderIn(reading.items) && MAY_ORDER.test(intent)) return true
  return MAY_LIMIT.test(intent) && (slots.bounds.length > 0 || isOfOtherOrder(reading))
}

/** What stands beside a topic that a list is to keep to: "only finance", "and travel?" */
const BESIDE_TOPIC = wordSet(words.besideTopic)

/** Whether a topic keeps to the last ranking; what is searched for, such as "note apps", does not. */
function goesOn({ intent }: Reading, { last, question }: State): boolean {
  return (question !== undefined || last?.kind === 'ranking') && intent !== 'search'
}

/** The topic that is all that a clause names. */
function topicAlone({ text }: Reading): string | undefined {
  const clauses = text.split(/ ?[,.;:!?-] ?/)
  return clauses.map((clause) => topicNamed(withoutEnds(clause.split(' ')))).find(Boolean)
}

/** Whether all that it says is what to leave out: "everything except AI", "not AI either". */
function isException({ except, heard, text }: Reading): boolean {
  const isOther = ({ text }: Token) => !BESIDE_TOPIC.has(text)
  return except.length > 0 && (!heard.some(isOther) || THEM.test(text))
}

/** The same without some topics: the last list if it speaks of "them", a search, or the launches of a time. */
function exceptionOf(reading: Reading, state: State): Request[] {
  if (!state.question && state.last && THEM.test(reading.text))
    return [questionOf({ ...reading, operation: DROP }, state)]
  return askedAgain(state, changed(state, reading))
}

const DROP = { name: 'drop', probability: SURE }

/** "And Kettle of Posts?", after a question about a product. */
function isNameAlone(reading: Reading, state: State): boolean {
  if (!state.hasSubject) return false
  const [name, ...others] = namesIn(reading, { isWritten: true })
  const words = withoutEnds(reading.heard.map(({ typed }) => typed.toLowerCase()))
  return others.length === 0 && words === name?.toLowerCase()
}

function withoutEnds(words: readonly string[]): string {
  const isOther = (word: string) => !BESIDE_TOPIC.has(word)
  return words.slice(words.findIndex(isOther), words.findLastIndex(isOther) + 1).join(' ')
}

const UNCLEAR = talk('unclear')

/** An aside that is the whole message. */
const GREETING = /^(?:hi|hey|hello|yo|howdy|hiya|good (?:morning|afternoon|evening))\b/

/** The last search with more words. */
function narrowed(reading: Reading, { last }: State): Request[] {
  const { searches } = searchesOf(reading, true)
  const [added] = searches
  if (!added) return [UNCLEAR]
  if (last?.kind !== 'search') return searches
  const all = new Set([...last.words.split(' '), ...added.words.split(' ')])
  return [{ ...last, words: [...all].join(' '), count: added.count ?? last.count }]
}
