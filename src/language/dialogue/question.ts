import { COUNT } from '../../ranking/limits.ts'
import { type Token, textBetween } from '../normalise/tokens.ts'
import { isTimed } from '../slots/slots.ts'
import { carriedOn } from './carried.ts'
import {
  groupsIn,
  isFew,
  isSortedBy,
  MIN_OPERATION,
  measured,
  operationAsked,
  SURE,
  withSum,
} from './operation.ts'
import { placeInOrder } from './order.ts'
import { namesIn, placeNumbers, type Reading, textBesideTimes } from './reading.ts'
import {
  type Asked,
  bothOf,
  firstRanking,
  IT,
  isNamed,
  isOfListed,
  isOfMore,
  isPlace,
  OF_ONE,
  OF_TWO,
  referencesIn,
  setOf,
  THEM,
  TWO,
} from './references.ts'
import { isField, isList, type ProductSet, type Request, talk } from './request.ts'
import { lengthOf, type State } from './state.ts'
import { isOfLaunchDay, isOfRecord, launchDayQuestion } from './votes-over-time.ts'

/** The question that a message asks about known products. */
export function readQuestion(read: Reading, state: State): Request {
  const { intent, operation: guess } = read
  if (guess.name === 'about' && isOfUs(read, state)) return talk('introduction')
  const isRecorded = isOfRecord(read, state)
  const named = isRecorded ? 'recorded' : guess.name
  if ((intent === 'ask' || isRecorded) && isOfLaunchDay(named))
    return launchDayQuestion(named, read, state)
  const reading = withWeekdays(withSum(read))
  if (isOfTime(reading)) return firstRanking({ reading, state, hasTime: true, topics: [] })
  const asked = askedOf(reading, state)
  if (!asked) return untold(read)
  return answerable(asked) ?? talk(state.hasHistory ? 'unclear' : 'which-product')
}

/** The question about the launches of the one before, about a list, or about other products. */
function answerable(asked: Asked): Request | undefined {
  const { reading, state, references } = asked
  const isOfBefore = !asked.hasTime && references.length === 0
  const carried = isOfBefore ? carriedOn(asked, state) : undefined
  if (carried) return askOf({ ...asked, ...carried }, carried.set)
  const isOfOne = reading.topics.length < 2 && !references.some(isNamed)
  const isOfTwo = isOfOne && TWO.test(reading.text)
  const set = isOfTwo && state.hasHistory ? bothOf(state) : setOf(asked)
  return listOf(asked) ?? (set && askOf(asked, set))
}

/** "What is Launchboard?", at first "I have never seen this site. What is it?" asks for no product. */
function isOfUs({ text, tokens }: Reading, { hasHistory }: State): boolean {
  if (/\blaunchboard\b/.test(text)) return true
  return (
    !hasHistory &&
    /\b(?:this|the|your) (?:web ?)?(?:site|page|place|board)\b/.test(textBetween(tokens))
  )
}

/** What no tool knows; of figures, what they tell. */
function untold(reading: Reading): Request {
  const [product] = namesIn(reading, { isWritten: true })
  const isOfFigures = reading.slots.times.length > 0 || FIGURES.test(reading.text)
  return { kind: 'talk', topic: isOfFigures ? 'untold' : 'unknown', product }
}

const FIGURES =
  /\b(?:votes?|comments?|topics?|launch\w*|ranks?|when|hours?|days?|weeks?|months?|noon|midnight|\d+ ?(?:am|pm))\b/

/** Of "more on wednesdays than on fridays" the days are no time, but what launches are counted by. */
function withWeekdays(reading: Reading): Reading & { weekdays: readonly string[] } {
  const isPlural = ({ typed, text }: Token) => WEEKDAYS.test(typed) && text !== typed
  const days = OF_GROUPS.test(reading.operation.name) ? reading.heard.filter(isPlural) : []
  const { times } = reading.slots
  const others = times.flatMap((span) => {
    const { repeats, whole } = span.value
    return whole ? { ...span, value: whole } : repeats === 'week' ? [] : span
  })
  const slots = days.length > 0 ? { ...reading.slots, times: others } : reading.slots
  return { ...reading, slots, weekdays: [...new Set(days.map(({ text }) => text))] }
}

const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/i
const OF_GROUPS = /^(?:count|sum|average|compare|difference|most|fewest|busiest|quietest)$/

/** A question that is answered by a list, or by a place of one. */
function listOf(asked: Asked): Request | undefined {
  const { operation, bounds, isOfThem, topic, state } = asked
  if (asked.place === undefined && isOfWindow(asked))
    return fieldOfPlace(asked) ?? firstRanking(asked)
  if (operation === 'keep' && !bounds && !isOfThem && state.last?.kind === 'ranking')
    return { ...firstRanking(asked), topic }
  return operation === 'about' ? nextPlace(asked) : skipped(asked)
}

function askOf(asked: Asked, set: ProductSet): Request {
  const { operation, measure, isSorted, topic, bounds, within, by, without, isOfFew, place } = asked
  const { weekdays = [] } = asked
  const isMost = operation === 'most' && measure === 'votes' && !isSorted && !place
  const isPlain = isMost && !bounds && !isOfFew && weekdays.length === 0
  const [ranking, ...others] = set.kind === 'window' && isPlain ? set.rankings : []
  if (ranking && others.length === 0) return { ...ranking, count: ranking.count ?? 1 }
  const kept = { topic, bounds, within, without, isOfFew, place }
  return { kind: 'ask', operation, measure, isSorted, by, weekdays, set, ...kept }
}

/** Of a time without a product, what would be asked of a product is a ranking, unless it is surely none. */
function isOfTime(reading: Reading): boolean {
  const { operation, slots, text } = reading
  // Beside a time, a word that is not known is a name only if it is clear what is asked of it.
  const named = namesIn(reading, { isWritten: operation.probability < SURE })
  const isNamed =
    slots.places.length > 0 ||
    named.length > 0 ||
    reading.topics.length > 1 ||
    THEM.test(text) ||
    IT.test(text)
  if (isNamed || !isTimed(slots)) return false
  const least = operation.name === 'unknown' ? SURE : MIN_OPERATION
  const isUnsure = operation.probability < least
  // "Which products came out today?"
  const isList = operation.name === 'count' && !COUNTED.test(text)
  return (
    isUnsure || isList || (OF_ONE.test(operation.name) && operation.probability > MIN_OPERATION)
  )
}

const COUNTED =
  /\b(?:many|much|more|less|fewer|number|count|total|any|few|amount|were|are|is|was|there)\b/

/** What no tool knows of launches but of one: how they were at an hour. */
const OF_MOMENT =
  /\b(?:first|\d+) (?:hour|day)s?\b|\b(?:midnight|noon|midday|\d+ (?:am|pm)|\d+:\d\d)\b/

/** Undefined if it asks for what no tool knows. */
function askedOf(reading: ReturnType<typeof withWeekdays>, state: State): Asked | undefined {
  const { text, slots } = reading
  const [bounds] = slots.bounds.map(({ value }) => value)
  const operation = operationAsked(reading, state)
  const isOfThem = isOfListed(text, state.hasSubject) && !isOfMore(reading, state)
  if (!operation || OF_MOMENT.test(textBesideTimes(reading))) return undefined
  const hasTime = isTimed(slots)
  const isOfIt = !isOfThem && IT.test(text) && !(hasTime && slots.places.length > 0)
  const references = referencesIn(reading, { operation, isOfThem, isOfIt })
  const topics = operation === 'drop' || references.length === 0 ? reading.topics : []
  const { weekdays } = reading
  const by = weekdays.length > 0 ? 'weekdays' : groupsIn(reading)
  const details = { reading, state, topics, bounds, isOfThem, hasTime, by, weekdays }
  if (operation === 'drop') {
    const left = [...topics, ...reading.except].map((topic) => ({ topic }))
    const without = left.length > 0 ? left : references
    return { ...details, operation, measure: 'votes', references: [], without }
  }
  const isSorted = isSortedBy(reading, text)
  const isOfFew = isFew(reading, operation, state)
  const without = isOfFew ? reading.except.map((topic) => ({ topic })) : undefined
  const place = placeInOrder(textBesideTimes(reading))?.place
  const kept = { ...details, isSorted, references, topic: topics[0], place, isOfFew, without }
  if (operation !== 'keep' || topics.length > 0 || bounds)
    return { ...kept, ...measured(operation, text, state) }
  // "Which one is for school?": what is described is looked for, in the list first.
  const [name] = namesIn(reading)
  return name ? { ...kept, ...measured('about', text, state), references: [{ name }] } : undefined
}

/** "The #1 today": a place in a ranking of its own. "The first launch today" is the earliest. */
function isOfWindow({ reading, hasTime, isOfThem, operation, measure, references, state }: Asked) {
  const [place = 0, ...others] = placeNumbers(reading)
  if (!hasTime || isOfThem || place === 0 || !references.every(isPlace)) return false
  if (operation === 'fewest' || (operation === 'most' && measure === 'comments')) return false
  if (OF_TWO.test(operation)) return !state.last && references.length > 0
  return others.length > 0 ? OF_ONE.test(operation) : place !== 1 || measure !== 'launch'
}

/** "When did the winner of last week launch?" */
function fieldOfPlace(asked: Asked): Request | undefined {
  const { operation, measure, reading } = asked
  const [place = 0, ...others] = placeNumbers(reading)
  const isListed = others.length === 0 && 0 < place && place <= COUNT.max
  if (!isListed || !isField(operation)) return undefined
  const rankings = [{ ...firstRanking(asked), count: place }]
  return { kind: 'ask', operation, measure, place, set: { kind: 'window', rankings } }
}

/** "Skip the first five": the places after them, by their own numbers. */
function skipped({ operation, without = [], state: { last }, reading }: Asked) {
  const isFirst = (one: (typeof without)[number], at: number) =>
    typeof one === 'object' && 'place' in one && one.place === at + 1
  const isSkipped = operation === 'drop' && /\bskip/.test(reading.text)
  const after = without.length
  if (!isSkipped || last?.kind !== 'ranking' || after < 1 || !without.every(isFirst))
    return undefined
  const count = lengthOf(last)
  return { ...last, count: Math.min(COUNT.max, count > after ? count : after + count), after }
}

/** "And the 4th?", after a list of three: the list goes on. */
function nextPlace({ references: [first, ...others], state: { last } }: Asked) {
  if (!first || !isPlace(first) || others.length > 0) return undefined
  const { place } = first
  if (!last || !isList(last) || place <= lengthOf(last)) return undefined
  return place > COUNT.max ? talk('too-far') : { ...last, count: place, after: place - 1 }
}
