import { DAY_MS } from '../../core/durations.ts'
import { COUNT } from '../../ranking/limits.ts'
import { textBetween } from '../normalise/tokens.ts'
import { day } from '../slots/timeframe.ts'
import { askedAgain, changed } from './follow-up.ts'
import { isFew } from './operation.ts'
import type { Reading } from './reading.ts'
import { OF_ONE, THEM } from './references.ts'
import {
  type AskRequest,
  isList,
  type ProductSet,
  type RankingRequest,
  type Request,
  talk,
} from './request.ts'
import { lengthOf, type State } from './state.ts'

// The launches that a question was about are those that the next one is about.

/** What a follow-up asks, and what it keeps to. */
type Asked = Pick<AskRequest, 'operation' | 'isOfFew' | 'topic' | 'bounds' | 'by'> & {
  isOfThem: boolean
  reading: Reading
}

/** The launches of the question before, kept to the same unless a message says otherwise. */
export function carriedOn(asked: Asked, { question }: State) {
  const { operation, topic, bounds, isOfThem, reading } = asked
  if (question?.set.kind !== 'window' || OF_ONE.test(operation) || OF_LIST.test(operation))
    return undefined
  const isOfFew = asked.isOfFew || question.isOfFew
  const isAll = operation === 'count' && !isOfThem && LAUNCHES.test(reading.text)
  // "Which of the two had more votes?"
  const isOfSeveral = question.set.rankings.length > 1
  const count = isOfSeveral ? undefined : reading.slots.counts.at(-1)?.value
  const kept = (one: RankingRequest): RankingRequest => ({
    ...one,
    count,
    ...topicsKept(one, topic, isOfThem),
    except: [...(one.except ?? []), ...reading.except],
  })
  const rankings = isOfFew ? question.set.rankings : question.set.rankings.map(kept)
  const set: ProductSet = { kind: 'window', rankings }
  const by = asked.by ?? question.by
  const isOfOther = bounds && question.bounds && bounds.field !== question.bounds.field
  const within = isOfOther ? question.bounds : question.within
  const left = { by, topic: topic ?? question.topic, bounds: bounds ?? question.bounds, within }
  return { set, isOfFew, ...left, ...(isAll && { bounds }), ...(!isOfFew && { topic }) }
}

/** What is asked of the list that was shown. */
const OF_LIST = /^(?:drop|shared|difference)$/
const LAUNCHES = /\b(?:launch(?:es)?|products?|apps?|tools?)\b/

/** "Which of them are in design?" keeps to both topics, "how many in design?" to the other one. */
function topicsKept(
  { topic, also = [] }: RankingRequest,
  own: string | undefined,
  isOfThem: boolean,
): Partial<RankingRequest> {
  if (own === undefined || own === topic) return {}
  return isOfThem && topic !== undefined ? { also: [...also, own] } : { topic: own, also: [] }
}

/** What a message asks of the launches of the one before as a whole. */
export function onTheSame(reading: Reading, state: State): Request[] | undefined {
  return (
    whichOnes(reading, state) ??
    withoutDays(reading, state) ??
    ofFirstOnes(reading, state) ??
    comparedAgain(reading, state) ??
    bestOfThem(reading, state) ??
    ofTwoTimes(reading, state) ??
    afterTop(reading, state) ??
    ofEachDay(reading, state) ??
    ofEachTopic(reading, state) ??
    inTopicSaid(reading, state)
  )
}

const WHICH_ONES =
  /^(?:(?:and|so|ok|,) )*(?:which|what|who|list|show|name)(?: (?:ones?|are|were|they|those|them|these|is|me|it|that|all|the))+(?: [?.!])?$/
const HOW_MANY =
  /^(?:(?:and|so|ok|,) )*how many(?: (?:is|are|were|was))? (?:that|they|those|these|it)(?: in (?:all|total))?(?: [?.!])?$/

/** "Which ones?", "how many is that?" */
function whichOnes(reading: Reading, { question, kept }: State): Request[] | undefined {
  const asked = question ?? kept
  const text = reading.text
  if (!asked) return undefined
  if (WHICH_ONES.test(text)) return [{ ...asked, operation: question ? 'list' : 'keep' }]
  return question && HOW_MANY.test(text) ? [{ ...question, operation: 'count' }] : undefined
}

const LEFT_OUT =
  /\b(?:without|except|excluding|exclude|leave out|leaving out|skip|minus|not counting|not|drop)(?: (?:the|on|from|for|those|of))*$/

/** "Without the 11th": a time has all of its days. */
function withoutDays(reading: Reading, state: State): Request[] | undefined {
  const { tokens, slots } = reading
  const isOut = ({ from }: { from: number }) => LEFT_OUT.test(textBetween(tokens, from - 4, from))
  const times = slots.times.filter((time) => !isOut(time))
  const isKnown = times.length > 0 || state.ranking !== undefined
  if (times.length === slots.times.length || !isKnown) return undefined
  const all = changed(state, { ...reading, slots: { ...slots, times } })
  return all.map((one) => (one.kind === 'ranking' ? { ...one, remarks: [ALL_DAYS] } : one))
}

const ALL_DAYS = 'I cannot leave days out of a time: this is all of it.'

/** "Which AI launches finished in the top 10?", "did any finance product make the top 5?" */
function ofFirstOnes(reading: Reading, state: State): Request[] | undefined {
  const text = reading.text
  const [topic] = reading.topics
  const isAsked = /^(?:which|what|who|did|do|does|is|are|was|were|any|how many)\b/.test(text)
  if (!topic || !isAsked || !isFew(reading, 'keep', state)) return undefined
  const [ranking] = changed(state, { ...reading, topic: undefined, topics: [] })
  if (ranking?.kind !== 'ranking') return undefined
  const set: ProductSet = { kind: 'window', rankings: [{ ...ranking, topic: undefined }] }
  const operation = /^(?:which|what|who)\b/.test(text) ? 'keep' : 'count'
  return [{ kind: 'ask', operation, measure: 'votes', set, topic, isOfFew: true }]
}

const BEYOND =
  /\b(?:not|missed|miss|outside|beyond|below|fail\w*|(?:came|comes|is|was|right|just|finished) (?:after|behind))\b.*\b(?:top|first|best) \d+\b/

/** "Who did not make the top 5?": the places after those. */
function afterTop(reading: Reading, state: State): Request[] | undefined {
  const [after] = reading.slots.counts.map(({ value }) => value)
  if (after === undefined || !BEYOND.test(reading.text)) return undefined
  const all = { count: COUNT.max, after, isTooLong: true }
  return changed(state, reading).map((one) => (one.kind === 'ranking' ? { ...one, ...all } : one))
}

const EACH_DAY =
  /\b(?:each|every|per) (?:single )?day\b|\bday by day\b|\bdaily (?:winners?|best|top|leaders?|rankings?)\b/
const A_DAY =
  /\b(?:win|won|winner|top|topped|lead|led|first|number 1|best)\b.*\b(?:a|any|one|each|every) (?:single )?day\b/
const MAX_DAYS = 7

/** The first of each day of a time: "number one of each day last week", "did any AI product win a day?" */
function ofEachDay(reading: Reading, state: State): Request[] | undefined {
  const text = reading.text
  const isAsk = reading.intent === 'ask' && reading.topics.length > 0 && A_DAY.test(text)
  if (!isAsk && (!EACH_DAY.test(text) || /\bhow many\b|\baverage\b/.test(text))) return undefined
  const [ranking] = changed(state, reading)
  if (ranking?.kind !== 'ranking' || !ranking.time) return undefined
  const { first, last } = ranking.time
  const length = Math.round((+last - +first) / DAY_MS) + 1
  if (length < 2 || length > MAX_DAYS) return undefined
  const count = reading.slots.counts.at(-1)?.value ?? 1
  const [topic] = reading.topics
  const rankings = Array.from({ length }, (_, days): RankingRequest => {
    const time = day(first.plus({ days }))
    const own = { time, count, after: undefined, isOfEach: true }
    return { ...ranking, ...own, ...(isAsk && { topic: undefined }) }
  })
  if (!isAsk) return rankings
  const set: ProductSet = { kind: 'window', rankings }
  return [{ kind: 'ask', operation: 'count', measure: 'votes', set, topic, isOfFew: true }]
}

const COMPARES =
  /\b(?:compare[sd]?|comparing|more|fewer|less|better|worse|higher|lower|busier|than|versus|vs)\b/
const OF_SUMS = /^(?:count|sum|average)$/

/** The launches of the question before beside those of another time: "more than the day before?" */
function comparedAgain(reading: Reading, state: State): Request[] | undefined {
  const { question } = state
  const { times, bounds } = reading.slots
  const isOfOther = times.length === 1 && bounds.length === 0 && reading.except.length === 0
  if (question?.set.kind !== 'window' || !isOfOther) return undefined
  if (!COMPARES.test(reading.text)) return undefined
  const operation = OF_SUMS.test(question.operation) ? question.operation : 'compare'
  const others = changed(state, reading).flatMap((one) => (one.kind === 'ranking' ? one : []))
  const rankings = [...question.set.rankings.slice(-1), ...others]
  return [{ ...question, operation, set: { kind: 'window', rankings } }]
}

/** "The five best of them": of the launches that were asked for before, not of those that were shown alone. */
function bestOfThem(reading: Reading, state: State): Request[] | undefined {
  const { counts, times } = reading.slots
  const isOfThem = times.length === 0 && THEM.test(reading.text)
  const [count] = counts.map(({ value }) => value)
  if (!isOfThem || count === undefined || reading.intent !== 'ranking') return undefined
  const { question, last } = state
  if (question?.bounds || question?.isOfFew) {
    const again = askedAgain(state, changed(state, reading))
    return again.map((one) => (one.kind === 'ask' ? { ...one, operation: 'list' } : one))
  }
  return question || last?.kind === 'ranking' ? changed(state, reading) : undefined
}

const WHICH_WAS =
  /\b(?:which|what|who)\b.*\b(?:day|week|month|year|weekend|one|time|2)\b|^(?:(?:and|so|ok|,) )*which (?:had|has|got|was|did)\b/
const OF_TIMES = /\b(?:days?|weeks?|months?|years?|weekends?|times?)\b/
const WAS_BETTER = /\b(?:better|more|fewer|stronger|weaker|busier|best|bigger|higher|less|lower)\b/
const APART = /\b(?:difference|gap)\b|\b(?:by )?how (?:many|much)(?: (?:more|fewer|less))?[ ?.!]*$/

/** "Which day was better?", "which had more?", after the launches of two times. */
function ofTwoTimes(reading: Reading, state: State): Request[] | undefined {
  const { ranking, previous, last, question, two = [] } = state
  const text = reading.text
  const isOfQuestion = question?.set.kind === 'window' && question.set.rankings.length === 1
  const isOfBoth = question
    ? isOfQuestion
    : last === ranking && !(two.length === 2 && !OF_TIMES.test(text))
  if (!ranking || !previous || !isOfBoth || reading.slots.times.length > 0) return undefined
  const isCompared = WHICH_WAS.test(text) && WAS_BETTER.test(text)
  if (!isCompared && !(question && APART.test(text))) return undefined
  const measure = /\bcomments?\b/.test(text) ? 'comments' : 'votes'
  const isOfSums =
    question && OF_SUMS.test(question.operation) && !/\bvotes?|comments?\b/.test(text)
  const again = isOfSums ? question : ({ kind: 'ask', operation: 'compare', measure } as const)
  return [{ ...again, set: { kind: 'window', rankings: [previous, ranking] } }]
}

const EACH_TOPIC = /\b(?:per|each|every|by) (?:topic|category)\b/

/** "Top 3 per topic" is one ranking, which says so, unless it names the topics. */
function ofEachTopic(reading: Reading, state: State): Request[] | undefined {
  const isList = reading.slots.counts.length > 0 && EACH_TOPIC.test(reading.text)
  return isList ? changed(state, reading) : undefined
}

const IN_TOPIC =
  /\b(?:that|this|the same|the (?:first|top|winning)) (?:topic|category|1)\b|\b(?:in|from|within) (?:it|there|that)\b/
const LISTED = /\b(?:top|best|leading|first|won|wins|winner|list|show|what|which|who)\b/

/** "The top 3 in that topic", after the topic with the most launches. */
function inTopicSaid(reading: Reading, state: State): Request[] | undefined {
  const { operation = '', by, set } = state.question ?? {}
  const text = reading.text
  const isOfTopics = set?.kind === 'window' && by === 'topics' && OF_GROUPS.test(operation)
  if (
    !isOfTopics ||
    !IN_TOPIC.test(text) ||
    !LISTED.test(text) ||
    /\bhow (?:many|much)\b/.test(text)
  )
    return undefined
  return changed(state, reading).map((one) =>
    one.kind === 'ranking' ? { ...one, isOfTopicSaid: true } : one,
  )
}

const OF_GROUPS = /^(?:busiest|quietest)$/

/** The last list in another order: "reverse it", or that of its time: "same but by comments". */
export function inOtherOrder({ operation: { name }, text, slots }: Reading, state: State): Request {
  const { ranking, last, question } = state
  const set = { kind: 'listed', list: last && isList(last) ? last : undefined } as const
  const sorted = { kind: 'ask', isSorted: true } as const
  if (name === 'reversed') {
    if (slots.times.length > 0) return talk('unknown')
    const isOfOrder = question && /^(?:most|fewest)$/.test(question.operation)
    const { operation, measure } = isOfOrder ? question : MOST_VOTES
    const opposite = operation === 'fewest' ? 'most' : 'fewest'
    return { ...sorted, operation: opposite, measure, set }
  }
  const measure = /\bcomments?\b/.test(text) ? 'comments' : 'votes'
  if (last?.kind === 'search') return { ...sorted, operation: 'most', measure, set }
  if (!ranking) return talk('unclear')
  const again = { ...ranking, count: lengthOf(ranking) }
  if (measure === 'votes') return again
  return { ...sorted, operation: 'most', measure, set: { kind: 'window', rankings: [again] } }
}

const MOST_VOTES = { operation: 'most', measure: 'votes' } as const
