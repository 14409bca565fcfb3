import { COUNT } from '../../ranking/limits.ts'
import { searchWords } from '../intent/search-words.ts'
import { phrases } from '../normalise/phrases.ts'
import { textBetween } from '../normalise/tokens.ts'
import { confettiArguments, isConfetti, isWish } from '../slots/confetti.ts'
import { isTimed, strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { isThing, topicNamed } from '../slots/topics.ts'
import { namesIn, type Reading } from './reading.ts'
import {
  type ConfettiRequest,
  type RankingRequest,
  type Request,
  type SearchRequest,
  talk,
} from './request.ts'
import { contentOf } from './unheard.ts'

/** Requests for tools, in the order of the message. */
export function requestedActions(reading: Reading): Request[] {
  const { intent, tokens, items, slots } = reading
  const kinds = intent.split('+')
  const isOnly = kinds.length === 1
  const { searches, otherCounts } = kinds.includes('search')
    ? searchesOf(reading, isOnly)
    : { searches: [], otherCounts: slots.counts }
  const isRanking = intent === 'search' && isOfTopic(reading, searches[0]?.words)
  if (isRanking) kinds.splice(0, 1, 'ranking')
  const others =
    searches.length > 0
      ? searches.map((one) => ({ ...one, phrase: reading.message }))
      : searchOf(reading)
  const counts = (isRanking ? slots.counts : otherCounts).map(({ value }) => value)
  const hasConfetti = items.some(
    ({ text, at }) => isConfetti(text) && !isThing(tokens[at + 1]?.text),
  )
  return [
    ...(kinds.includes('ranking') ? rankingsOfEach(reading, counts) : []),
    ...(kinds.includes('search') ? others : []),
    ...(kinds.includes('confetti') || hasConfetti ? [confettiRequest(reading, isOnly)] : []),
  ]
}

const SOMETHING = /\b(?:products?|apps?|tools?|stuff|something|anything|ones?)\b/

/** Where none of the words is surely sought: "what product is for baby", "Must Could Won't". */
function searchOf(reading: Reading): Request[] {
  const [name = '', ...others] = namesIn(reading, { isWritten: true })
  const isName = others.length === 0 && name === reading.message.trim()
  const words = SOMETHING.test(reading.text) ? contentOf(reading) : isName && name
  return words ? [{ kind: 'search', words }] : [talk('what-for')]
}

const SEEN =
  /\b(?:saw|seen|read|heard|used|remember|forgot|forget)\b.*\b(?:an?|some|the|1) (?:\w+ )?(?:app|tool|product|site|thing|something)\b.*\b(?:called|named?|what|which|who|find|link)\b/

/** "I saw an app about trains, what was its name?", "Kettle of Posts". */
export function soughtByName(reading: Reading): Request | undefined {
  const { text, message, slots, intent, topic } = reading
  const isSeen = SEEN.test(text)
  const [name = '', ...others] = namesIn(reading, { isWritten: true })
  const isNamed = others.length === 0 && name.includes(' ') && name === message.trim()
  const isOfSlots = topic !== undefined || slots.times.length + slots.counts.length > 0
  const isName = isNamed && !isOfSlots && MAY_BE_NAME.test(intent)
  const words = isName ? name : isSeen && contentOf(reading)
  return words ? { kind: 'search', words, phrase: message } : undefined
}

const MAY_BE_NAME = /^(?:ask|search|what-for|unclear|out-of-scope|narrow|more|item)$/

const LISTED = /\b(?:and|or|vs|versus|against|compared|with|than)\b|,/

/** What has several topics, not one of them: "about both AI and design". */
export const AT_ONCE = /\b(?:both|at once|at the same time|combin\w+|as well as)\b/

/** The rankings of each of the topics that are listed: "top 3 in design and top 5 in finance". */
export function rankingsOfEach(reading: Reading, counts: readonly number[]): RankingRequest[] {
  const { topics, slots, text } = reading
  const isList = topics.length > 1 && slots.times.length < 2 && LISTED.test(text)
  if (!isList) return rankingsOf(reading, counts)
  const [topic, ...also] = topics
  if (AT_ONCE.test(text))
    return rankingsOf({ ...reading, topic }, counts).map((one) => ({ ...one, also }))
  return topics.slice(0, MAX_TOPICS).flatMap((topic, at) => {
    const count = counts[at] ?? counts.at(-1)
    return rankingsOf({ ...reading, topic }, count === undefined ? [] : [count])
  })
}

/** More lists are no answer that anyone reads. */
const MAX_TOPICS = 4

/** The call of a tool that the intent names, with what was found in the message. */
export function namedTool(reading: Reading): Request {
  const { slots, topic, intent: name } = reading
  const [{ words } = {}] = searchesOf(reading, true).searches
  const values = {
    limit: slots.counts.at(-1)?.value,
    timeframe: strongest(slots.times)[0]?.value.text,
    tz: slots.zones[0]?.value,
    topic,
    query: words,
    product: words,
  }
  return { kind: 'tool', name, values }
}

/** Whether a search is for the best of a topic or of a time: "best AI tools this month", "top 5 in design". */
function isOfTopic({ slots, tokens, topic, topics }: Reading, sought?: string): boolean {
  const [first] = topics.length > 1 && AT_ONCE.test(textBetween(tokens)) ? topics : []
  const own = sought === undefined ? (topic ?? isTimed(slots)) : (topicNamed(sought) ?? false)
  const isTop = isTimed(slots) || tokens.some(({ text }) => /^(?:top|trending)$/.test(text))
  return isTop && (first ?? own) !== false
}

/** Between a count and the words that it is of: "4 good budgeting apps". */
const MAX_TOKENS_BETWEEN = 4

/** The searches that a message asks for, and the counts that belong to none of them. */
export function searchesOf(
  { tokens, items, slots, operation, except, model }: Reading,
  isOnly: boolean,
) {
  // A place that nobody asked for the time of is where something is to be: "coworking in Berlin".
  const places = slots.zones.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  )
  const [first = [], ...others] = searchWords(items, model).map((all) => {
    const left = all.filter((at) => !/^[ai]$/.test(tokens[at]?.text ?? ''))
    return left.length > 0 ? left : all
  })
  const withPlaces = isOnly && first.length > 0 ? [...first, ...places] : first
  const found = [withPlaces, ...others].filter(({ length }) => length > 0)
  const counts = slots.counts.filter(({ from }) => !found.flat().includes(from))
  const ownCounts = found.map(([first = 0]) => {
    if (isOnly && found.length === 1) return counts.at(-1)
    return counts.findLast(({ from }) => from < first && first - from <= MAX_TOKENS_BETWEEN)
  })
  const hasTime = isOnly && isTimed(slots)
  const searches = found.map((places, at): SearchRequest => {
    // A name is no typo.
    const named = new Set(items.flatMap(({ at, isName }) => (isName ? at : [])))
    const wordAt = (place: number) =>
      (named.has(place) ? tokens[place]?.typed.toLowerCase() : tokens[place]?.text) ?? ''
    const words = places.map(wordAt).join(' ')
    const isLike = operation.name === 'like'
    return { kind: 'search', words, count: ownCounts[at]?.value, isLike, hasTime, except }
  })
  return { searches, otherCounts: slots.counts.filter((count) => !ownCounts.includes(count)) }
}

const MAX_REASON = 80

/** The reason that such words name: "confetti for our first customer". */
const NAMED =
  /\b(?:because|since|for (?!(?:me|us|you|it|this|that|them|every\w+|all|fun|now|today|the team|a)\b)|celebrate (?!(?:with|it|this|that|now|please)\b)) *(\p{L}.*)$/iu
/** Neither a wish nor a reason. */
const FILLER =
  /^(?:and|so|then|but)\b|\b(?:please|pls|now|thanks|thx|ok|hey|hi|yes|again|more)\b/giu

/** @param isOnly whether the message asks for nothing else, so that the rest of it is the reason */
export function confettiRequest(
  { tokens, slots, message }: Reading,
  isOnly: boolean,
): ConfettiRequest {
  // The count and the time of another request are no arguments.
  const taken = isOnly ? [] : [...slots.counts, ...slots.times]
  const free = tokens.filter((_, at) => !taken.some(({ from, to }) => from <= at && at < to))
  // "We got a 5 star review, throw confetti" asks for no stars.
  const ends = [...free.keys()].filter((at) => /^[.?!;:]$/.test(free[at]?.text ?? ''))
  const wishes = [0, ...ends]
    .map((start, at) => free.slice(start, ends[at]))
    .filter((clause) => isWish(textBetween(clause)))
  const reason = isOnly ? reasonIn(message) : ''
  return {
    kind: 'confetti',
    args: { ...(reason && { reason }), ...confettiArguments(wishes.flat()) },
  }
}

/** The reason to celebrate: clauses that do not ask for confetti, or the reason that those name. */
function reasonIn(message: string): string {
  const clauses = message.split(/[^\p{L}\p{N}\p{M}\p{Cf} #%$&'’-]+/u)
  const reasons = clauses.flatMap((clause) =>
    isWish(clause) ? (NAMED.exec(clause)?.[1] ?? []) : clause,
  )
  return reasons
    .map((text) => text.trim().replace(FILLER, '').trim())
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, MAX_REASON)
    .toWellFormed()
}

/** The rankings that a message asks for: one for each time, or each zone, with its count. */
export function rankingsOf(reading: Reading, counts: readonly number[]): RankingRequest[] {
  const { tokens, slots, topic, except } = reading
  const text = textBetween(tokens)
  const times = strongest(slots.times).map(({ value }) => value)
  const zones = [...new Set(slots.zones.map(({ value }) => value))]
  const row = counts.length > 0 ? undefined : placesAsked(reading)
  const details = {
    isRecent: phrases.list.recent.test(text),
    topic,
    except,
    ...(row && row.first > 1 && { after: row.first - 1 }),
  }
  // "Trending today" asks for who leads, "trending now" does not.
  const isRising = (time?: Timeframe) =>
    phrases.list.rising.test(text) ||
    (phrases.list.trending.test(text) && (time?.weak || time?.text !== 'today'))
  const eachTime = times.length > 0 ? times : [undefined]
  const eachZone = times.length < 2 && zones.length > 1 ? zones : zones.slice(0, 1)
  return eachTime.flatMap((time, at) => {
    const count = counts[at] ?? counts.at(-1) ?? row?.last ?? impliedCount(text)
    return (eachZone.length > 0 ? eachZone : [undefined]).map(
      (zone): RankingRequest => ({
        kind: 'ranking',
        time,
        zone,
        count,
        ...details,
        isRising: isRising(time),
      }),
    )
  })
}

/** The only place that a message asks for, or those in a row: "who came third yesterday?", "4th to 6th". */
function placesAsked({ slots }: Reading): { first: number; last: number } | undefined {
  const [
    {
      value: [first = 0, ...others],
    } = { value: [] },
    ...more
  ] = slots.places
  const last = others.at(-1) ?? first
  return more.length === 0 && 0 < first && first <= last ? { first, last } : undefined
}

/** The count that words say without a number: "who won", "the whole list", "the third best". */
export function impliedCount(text: string): number | undefined {
  if (phrases.list.whole.test(text)) return COUNT.max
  return phrases.list.single.test(text) ? 1 : undefined
}
