import { textBetween } from '../normalise/tokens.ts'
import type { State } from './follow-up.ts'
import { placeInOrder } from './order.ts'
import type { Reading } from './reading.ts'
import { OF_ONE, OF_TWO } from './references.ts'
import { isField, type Measure, type Operation } from './request.ts'

// What a message asks of products, and by which measure.

export const SURE = 0.6
/** What is less likely than this to be asked, is not. */
export const MIN_OPERATION = 0.4

const SORTED = /\b(?:sort(?:ed)?|order(?:ed)?|arranged?|reversed?|rank (?:them|these|those))\b/
const VOTES = /\b(?:(?:up)?vot\w+|points?|scores?|popular|liked?|well)\b/
const COMMENTS = /\b(?:comment(?:s|ed)?|discuss(?:ed|ions?)?|repl(?:y|ies)|talked about|feedback)\b/
const AGE =
  /\b(?:old(?:er|est)?|young(?:er|est)?|new(?:er|est)?|recent|earl(?:y|ier|iest)|lat(?:er|est)|(?:launch|launched|come|came) (?:out )?(?:first|last|before|after)|ages?|dates?|same day)\b/
/** What is no list of the most votes, however much it seems to ask for one. */
const OF_OTHER_ORDER = /^(?:fewest|newest|oldest|count|sum|average|launch|topics|tagline|link)$/

/** Whether more is asked for than a list by votes: "most discussed launches", "biggest flop", "when did the winner launch". */
export function isOfOtherOrder({ intent, operation, heard }: Reading): boolean {
  if (intent !== 'ranking' || operation.probability < SURE) return false
  const isDiscussed = operation.name === 'most' && COMMENTS.test(textBetween(heard))
  const isOfGroups = /\b(?:topic|category|day|weekday)\b/.test(textBetween(heard))
  return (
    isDiscussed ||
    OF_OTHER_ORDER.test(operation.name) ||
    (isOfGroups && operation.name === 'busiest')
  )
}

/** Asks what was asked before. */
export const SAME = { name: 'same', probability: 1 }

/** "The #1 today", "who is Tenantry?" name something, whatever is asked of it. */
function leastOf(operation: string, hasPlace: boolean): number {
  if (/^(?:same|keep)$/.test(operation)) return 0
  const isOfPlace = hasPlace && (OF_ONE.test(operation) || OF_TWO.test(operation))
  return operation === 'about' || isOfPlace ? MIN_OPERATION / 4 : MIN_OPERATION
}

/** What the model takes it to ask; "and the second?" asks the same as before. */
export function operationOf(
  reading: Reading,
  { asked }: State,
  text: string,
): Operation | undefined {
  const { operation, heard, slots } = reading
  const nth = placeInOrder(reading)
  if (nth) return nth.name as Operation
  const isPlaceAlone = slots.places.some(({ from, to }) => to - from === heard.length)
  const { name, probability } = isPlaceAlone ? SAME : operation
  if (probability < leastOf(name, slots.places.length > 0)) return undefined
  const evidence = name === 'votes' ? VOTES : name === 'comments' ? COMMENTS : undefined
  if (evidence && probability < SURE && !evidence.test(text)) return undefined
  if (name === 'same') return asked && asked !== 'history' && OF_ONE.test(asked) ? asked : 'about'
  if (name === 'unknown') return undefined
  return isOfFields(name as Operation, text) ? 'about' : (name as Operation)
}

/** What names a field of a product. */
const OF_FIELDS = [
  /\bvotes\b/,
  COMMENTS,
  /\bwhen\b/,
  /\b(?:topics?|categor\w+)\b/,
  /\b(?:link|url)\b/,
]

/** "When did it launch, and how many votes has it?": all is told. */
function isOfFields(operation: Operation, text: string): boolean {
  return isField(operation) && OF_FIELDS.filter((pattern) => pattern.test(text)).length > 1
}

/** Whether all are to be shown in their order. */
export function isSortedBy({ operation }: Reading, text: string): boolean {
  return SORTED.test(text) || (operation.probability === 1 && operation !== SAME)
}

export function measured(
  operation: string,
  text: string,
): { operation: Operation; measure: Measure } {
  if (operation === 'newest') return { operation: 'most', measure: 'launch' }
  if (operation === 'oldest') return { operation: 'fewest', measure: 'launch' }
  // "Which day had the most launches?", "… the most votes?"
  const isOfGroups = /^(?:busiest|quietest)$/.test(operation) && !/\bvotes?\b/.test(text)
  const isOfAge = isOfGroups || ((OF_TWO.test(operation) || SORTED.test(text)) && AGE.test(text))
  const measure = COMMENTS.test(text) ? 'comments' : isOfAge ? 'launch' : 'votes'
  return { operation: operation as Operation, measure }
}
