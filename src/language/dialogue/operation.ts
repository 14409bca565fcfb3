import type { Groups } from '../../tools/launch-groups.ts'
import type { Guess } from '../intent/model.ts'
import { wordSet } from '../normalise/tokens.ts'
import { placeInOrder } from './order.ts'
import { namesIn, type Reading, textBesideTimes } from './reading.ts'
import { IT, OF_ONE, OF_TWO, THEM } from './references.ts'
import type { Measure, Operation } from './request.ts'
import type { State } from './state.ts'

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

/** Whether more is asked for than a list by votes: "biggest flop", "when did the winner launch". */
export function isOfOtherOrder({ intent, operation, text }: Reading): boolean {
  if (!/^(?:ranking|change)$/.test(intent) || operation.probability < SURE) return false
  const isOfGroups = /\b(?:topic|category|day|weekday)\b/.test(text)
  return OF_OTHER_ORDER.test(operation.name) || (isOfGroups && operation.name === 'busiest')
}

/** What stands beside a place that is all that is asked for. */
const BESIDE_PLACE = wordSet('the and one please ? . ! ,')

/** Asks what was asked before. */
export const SAME = { name: 'same', probability: 1 }

/** "The #1 today", "who is Tenantry?" name something, whatever is asked of it. */
function leastOf(operation: string, hasPlace: boolean): number {
  if (/^(?:same|keep)$/.test(operation)) return 0
  const isOfPlace = hasPlace && (OF_ONE.test(operation) || OF_TWO.test(operation))
  return operation === 'about' || isOfPlace ? MIN_OPERATION / 4 : MIN_OPERATION
}

/** What the model takes it to ask; "and the second?" asks the same as before. */
function operationOf(reading: Reading, state: State, text: string): Operation | undefined {
  const { operation, heard, tokens, slots } = reading
  const { asked } = state
  const nth = placeInOrder(textBesideTimes(reading))?.name as Operation | undefined
  const followed = nth ?? extremeIn(text, operation, state) ?? againIn(text, state)
  if (followed) return followed
  const beside = heard.filter(({ text }) => !BESIDE_PLACE.has(text)).map(({ typed }) => typed)
  const isPlaceAlone = slots.places.some(({ from, to }) =>
    beside.every((typed) => tokens.slice(from, to).some((token) => token.typed === typed)),
  )
  const { name, probability } = isPlaceAlone ? SAME : operation
  if (probability < leastOf(name, slots.places.length > 0)) return undefined
  if (isUnproven({ name, probability }, text)) return undefined
  if (name === 'same') return asked && asked !== 'history' && OF_ONE.test(asked) ? asked : 'about'
  if (name === 'unknown') return isOfTopic(reading, text) ? 'keep' : undefined
  return name as Operation
}

/** "Which of them use AI?" */
function isOfTopic({ topics }: Reading, text: string): boolean {
  return topics.length > 0 && /\bwhich (?:of (?:them|these|those)|ones?)\b/.test(text)
}

/** "Which topic did best?" */
const OF_GROUPS = /\b(?:which|what) (?:topics?|category|categories|days?|weekdays?|dates?)\b/
const OF_PRODUCTS = /\b(?:products?|launch(?:es)?|apps?|ones?|of (?:them|those|these))\b/
const BEST = /\b(?:most|best|won|wins|leads|highest|greatest|biggest|top|winner)\b/
const WORST = /\b(?:fewest|least|worst|lowest|weakest|flop|smallest|(?:last|bottom) place)\b/
const MAX_FOLLOW_UP = 8

/** The best or the worst, of groups if those were asked for: "and the worst?", "which is the best of them?" */
function extremeIn(text: string, guess: Guess, state: State): Operation | undefined {
  const isWorst = WORST.test(text)
  const isShort = text.split(' ').length <= MAX_FOLLOW_UP
  if (!isWorst && !BEST.test(text)) return undefined
  if (OF_GROUPS.test(text) || (isShort && isOfGroupsBefore(text, state)))
    return isWorst ? 'quietest' : 'busiest'
  const isGuess = guess.probability < SURE || /^(?:same|unknown)$/.test(guess.name)
  if (!isShort || !isGuess || state.hasSubject) return undefined
  if (isWorst) return state.question || state.ranking ? 'fewest' : undefined
  return state.question ? 'most' : undefined
}

function isOfGroupsBefore(text: string, { question }: State): boolean {
  return /^(?:busiest|quietest)$/.test(question?.operation ?? '') && !OF_PRODUCTS.test(text)
}

const WHICH_HAD = /\b(?:which|who|what)\b.*\b(?:more|fewer|better|less|most)\b/

/** "Which ones?", after launches that were counted; "which had more votes?", after two counts. */
function againIn(text: string, { question }: State): Operation | undefined {
  if (question?.set.kind !== 'window') return undefined
  if (question.set.rankings.length < 2) return undefined
  if (!WHICH_HAD.test(text)) return undefined
  return VOTES.test(text) || COMMENTS.test(text) ? 'sum' : 'compare'
}

/** Whether the votes or comments that it seems to ask for are not in its words. */
function isUnproven({ name, probability }: Guess, text: string): boolean {
  const evidence = name === 'votes' ? VOTES : name === 'comments' ? COMMENTS : undefined
  return evidence !== undefined && probability < SURE && !evidence.test(text)
}

/** Whether all are to be shown in their order. */
export function isSortedBy({ operation }: Reading, text: string): boolean {
  return SORTED.test(text) || (operation.probability === 1 && operation !== SAME)
}

const OF_VOTES =
  /\b(?:votes?|(?:do|did|does|was|were) (?:the )?(?:best|well|better|worst)|won|wins|leads)\b/
const EXTREME = /^(?:most|fewest|busiest|quietest)$/
/** What names a measure. */
const NAMED = new RegExp(`${VOTES.source}|${COMMENTS.source}|${AGE.source}|\\blaunch`)

export function measured(
  operation: string,
  text: string,
  { asked, measure: before }: State = {},
): { operation: Operation; measure: Measure } {
  if (operation === 'newest') return { operation: 'most', measure: 'launch' }
  if (operation === 'oldest') return { operation: 'fewest', measure: 'launch' }
  // "Which day had the most launches?", "… the most votes?"
  const isOfGroups = /^(?:busiest|quietest)$/.test(operation) && !OF_VOTES.test(text)
  const isOfAge = isOfGroups || ((OF_TWO.test(operation) || SORTED.test(text)) && AGE.test(text))
  const named = COMMENTS.test(text) ? 'comments' : isOfAge ? 'launch' : undefined
  // "And the fewest?"
  const isSame = EXTREME.test(operation) && EXTREME.test(asked ?? '') && !NAMED.test(text)
  const measure = (isSame ? before : undefined) ?? named ?? 'votes'
  return { operation: operation as Operation, measure }
}

const HOW_MANY =
  /\b(?:how many|total|sum of|number of) (?:of |the |all )*(?:up)?(?:votes|comments)\b/
const OF_ALL = /\b(?:all|every\w*|launch(?:es)?|products|apps|tools)\b/
const OF_ONE_FIELD = /^(?:average|count|votes|comments|about|unknown|sum)$/

/** "Which category won?" */
export function isOfGroups({ text }: Reading): boolean {
  return OF_GROUPS.test(text) && /\b(?:won|wins|leads)\b/.test(text)
}

/** "How many votes did all launches get?", "… did AI launches get in total?" */
export function withSum(reading: Reading): Reading {
  if (isOfGroups(reading)) return { ...reading, operation: { name: 'busiest', probability: SURE } }
  if (!isSum(reading)) return reading
  const name = /\baverage\b/.test(reading.text) ? 'average' : 'sum'
  return { ...reading, operation: { name, probability: SURE } }
}

function isSum(reading: Reading): boolean {
  const { text, slots, operation } = reading
  if (!HOW_MANY.test(text) || !OF_ONE_FIELD.test(operation.name)) return false
  if (mayName(reading)) return false
  if (!OF_ALL.test(text) && !/\b(?:total|altogether|together|overall|combined)\b/.test(text))
    return false
  if (slots.places.length + slots.bounds.length > 0 || IT.test(text)) return false
  return namesIn(reading, { isWritten: true }).length === 0
}

const OF_EACH =
  /^(?:and |but )?(?:do|does|did|are|is|was|were|have|has)\b.*\b(?:all|each|every|both)\b/

/** Of "votes of clapperjack in total" the word that is not known may be a name. */
function mayName({ heard, slots, text, model }: Reading): boolean {
  const isOfAll = OF_ALL.test(text) || THEM.test(text) || slots.counts.length > 0
  return !isOfAll && heard.some(({ text }) => /^\p{L}+$/u.test(text) && !model.cues.has(text))
}

const COMPARED =
  /\b(?:compare[sd]?|comparing|versus|vs)\b|^which\b.*\b(?:more|fewer|better|bigger|most|best)\b/

/** What is asked, as far as what it keeps to says that. */
export function operationAsked(reading: Reading, state: State): Operation | undefined {
  const { slots, topics, except, text } = reading
  const named = summed(operationOf(reading, state, text), reading, state)
  if (topics.length > 1 && COMPARED.test(text)) return /\blaunch/.test(text) ? 'count' : 'compare'
  if (slots.bounds.length > 0) return named === 'count' || named === 'sum' ? named : 'keep'
  if (named === 'keep' && topics.length > 0 && OF_EACH.test(text)) return 'count'
  const isOfSet = named !== undefined && OF_SET.test(named)
  return except.length > 0 && FEW.test(text) && !isOfSet ? 'list' : named
}

/** The votes of one product, or of all of some. */
function summed(
  named: Operation | undefined,
  reading: Reading,
  state: State,
): Operation | undefined {
  const text = reading.text
  if (named && isOfSums(named, text, state)) return 'sum'
  return named === 'sum' && HOW_MANY.test(text) && mayName(reading)
    ? COMMENTS.test(text)
      ? 'comments'
      : 'votes'
    : named
}

/** "How many votes did they get?", after launches that were counted. */
function isOfSums(operation: Operation, text: string, { question }: State): boolean {
  if (!/^(?:votes|comments)$/.test(operation) || question?.set.kind !== 'window') return false
  const isOfCount = /^(?:count|sum|average|compare)$/.test(question.operation)
  return isOfCount && (THEM.test(text) || question.set.rankings.length > 1)
}

const FEW =
  /\b(?:of|among|in|from|within|out of|make|made|reach(?:ed)?)\b[^?.!,]*(?:\b(?:top|best|first|leading) \d+\b|\b\d+ (?:top|best|first)\b)/

/** "How many of last week's top ten were AI?" */
export function isFew({ slots, text }: Reading, operation: Operation, { ranking }: State): boolean {
  const hasTime = slots.times.length > 0 || ranking !== undefined
  return hasTime && slots.counts.length > 0 && OF_SET.test(operation) && FEW.test(text)
}

const OF_SET = /^(?:keep|list|count|sum|average|most|fewest|newest|oldest)$/

/** What launches are counted by, beside a time such as "last day". */
export function groupsIn(reading: Reading): keyof Groups | undefined {
  const text = textBesideTimes(reading)
  if (/\b(?:weekdays?|day of (?:the )?week)\b/.test(text)) return 'weekdays'
  if (/\b(?:days?|daily|dates?)\b/.test(text)) return 'days'
  return /\b(?:topics?|categor\w+)\b/.test(text) ? 'topics' : undefined
}
