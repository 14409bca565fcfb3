import { pattern, phraseIn } from '../normalise/phrases.ts'
import { textBetween } from '../normalise/tokens.ts'
import { strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { rankingsOf } from './actions.ts'
import { askOf, type Heard, productsNamed } from './heard.ts'
import { OF_STANDING, questionOfTwo } from './of-two.ts'
import { namesIn, type Reading } from './reading.ts'
import { IT, isPlace, OWN, THEM } from './references.ts'
import {
  type AskRequest,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  talk,
} from './request.ts'
import type { State } from './state.ts'
import { launchDayQuestion } from './votes-over-time.ts'

// What words ask without doubt of one product or of two, whatever a classifier makes of them.

type Phrased = NonNullable<ReturnType<typeof phraseIn<'standing'>>>

/** "We launched Letterloft", "my app is Letterloft". */
const LAUNCHED = pattern('{launched}')

/** What is asked, and no name. */
const NO_NAME = pattern(
  '^(?:{gain}|{beat}|faster|quicker|ratio|shares?|percentage|chasing|fastest)\\b',
)

const WHO_DID =
  /^(?:(?:so|and|then|ok|,) )*who (?:did|was|is|won|has)(?: it)?(?: ,)?(?: then| instead)?[ ?.!]*$/
const OF_SPAN =
  /^(?:(?:and|what|how|about|in|on|of|for|by|the|its|that|this|overall) )*(day|week|month)[ ?.!]*$/

/** When one launch passed another is not told, only how they stand. */
const PASSED = pattern('^when (?:did|has|will|does)\\b(?!.*\\d).*\\b(?:{beat}|take the lead)\\b')

function passed(heard: Heard): Request {
  if (heard.names.length !== 2) return talk('untold')
  const set = { kind: 'products', references: heard.names.map((name) => ({ name })) } as const
  return askOf('compare', set, heard, { remarks: ['I cannot tell when one passed the other.'] })
}

/** "How many votes do I need to be in the top 5?" */
const NEEDED = /\b(?:how many|votes|takes?|needs?|needed|required)\b.*\b(?:to|for)\b.*\btop \d+\b/

/** The question that a message asks in such words; undefined if it has none of them. */
export function phrasedQuestion(reading: Reading, state: State): Request | undefined {
  const text = reading.text
  const names = namesIn(reading).filter((name) => !NO_NAME.test(name.toLowerCase()))
  const time = strongest(reading.slots.times).find(({ value }) => !value.weak)?.value
  const heard = { reading, state, text, names, time }
  if (/\b(?:median|standard deviation|variance)\b/.test(text)) return talk('untold')
  if (/\bcomments\b.*\bsay\b/.test(text)) return talk('unknown')
  if (PASSED.test(text)) return passed(heard)
  if (NEEDED.test(text)) return launchDayQuestion('needed', reading, state)
  return (
    outdone(heard) ??
    questionOfTwo(heard) ??
    ofOther(heard) ??
    whoDid(heard) ??
    ofSpan(heard) ??
    standing(heard)
  )
}

/** "Which launches got more comments than us today?" */
function outdone(heard: Heard): Request | undefined {
  const { text, time, state, reading } = heard
  const [, sign = '', field] = OUTDONE.exec(text) ?? []
  const set = productsNamed(heard)
  if (sign === '' || !set || reading.slots.bounds.length > 0) return undefined
  const whole: RankingRequest = { kind: 'ranking', time: time ?? state.ranking?.time }
  const measure = field === 'comments' ? 'comments' : 'votes'
  return {
    kind: 'ask',
    operation: 'keep',
    measure,
    set,
    whole,
    than: /more|higher/.test(sign) ? 'above' : 'below',
  }
}

const OUTDONE =
  /\b(?:which|what|who|any|how many)\b.*\b(more|higher|fewer|less|lower) (comments|votes|upvotes) than (?!\d|votes|comments)/

/** "And how many does Minutia have?" */
function ofOther(heard: Heard): Request | undefined {
  const {
    text,
    names,
    state: { asked },
  } = heard
  const isSame =
    (asked === 'votes' || asked === 'comments') && names.length === 1 && OTHER.test(text)
  return isSame
    ? askOf(asked, { kind: 'products', references: names.map((name) => ({ name })) }, heard)
    : undefined
}

const OTHER = /^(?:and )?how many (?:does|did|has|do) .+ (?:have|has|get|got)[ ?.!]*$/

/** "Who did, then?", after "did Tenantry win?" */
function whoDid({ text, state: { asked, ranking } }: Heard): Request | undefined {
  if (asked !== 'won' || !WHO_DID.test(text)) return undefined
  if (ranking) return { ...ranking, count: 1, after: undefined }
  return { kind: 'ask', operation: 'against', measure: 'votes', set: IT_ALONE, place: 1 }
}

/** "And in the week?", after a rank. */
function ofSpan(heard: Heard): Request | undefined {
  const { state, text } = heard
  const isAsked = state.hasSubject && OF_STANDING.test(state.asked ?? '')
  const unit = isAsked && OF_SPAN.exec(text)?.[1]
  return unit ? { ...askOf('rank', IT_ALONE, heard), unit: unit as AskRequest['unit'] } : undefined
}

/** Where one launch stands. */
function standing(heard: Heard): Request | undefined {
  const operation = phraseIn('standing', heard.text)
  const isOfNamed = operation === 'pass' || operation === 'about'
  if (!operation || (isOfNamed && heard.names.length === 0)) return undefined
  const set = productsNamed(heard) ?? (isFollowUp(operation, heard) ? IT_ALONE : undefined)
  if (operation === 'share') return shareOf(heard, set)
  if (!set) return operation === 'ratio' ? talk('untold') : undefined
  return standingOf(operation, set, heard)
}

function standingOf(operation: Phrased, set: ProductSet, heard: Heard): Request {
  const { text, reading, names } = heard
  const [name = ''] = names
  const isOfTwo = operation === 'pass' && isOfOwn(heard)
  const own: ProductSet = isOfTwo ? { kind: 'products', references: ['it', { name }] } : set
  const place = operation === 'won' ? (reading.slots.counts.at(-1)?.value ?? 1) : undefined
  const isOwn = names.length === 1 && LAUNCHED.test(text)
  return askOf(operation, own, heard, { place, unit: unitIn(heard), isOwn })
}

const IT_ALONE = { kind: 'products', references: ['it'] } as const

/** "And below?", "something similar?" */
function isFollowUp(operation: Phrased, { state, names }: Heard): boolean {
  return names.length === 0 && state.hasHistory === true && /^(?:above|below|like)$/.test(operation)
}

function isOfOwn({ text, state }: Heard): boolean {
  return OWN.test(text) && (state.own !== undefined || state.hasSubject === true)
}

/** The day, week or month that a rank is one of: as it is named, or that of the time, if need be that of before. */
function unitIn({ text, time, names, state: { asked, ranking } }: Heard): AskRequest['unit'] {
  const [, unit] = /\b(?:it is|its|the|that) (day|week|month)\b/.exec(text) ?? []
  if (unit) return unit as AskRequest['unit']
  const isAgain = names.length === 0 || OF_STANDING.test(asked ?? '')
  const span = time ?? (isAgain ? ranking?.time : undefined)
  return span && unitOf(span)
}

/** The part of the votes of a time, or of its first ones, that a launch has; if none is named, the first of them. */
function shareOf(heard: Heard, set: ProductSet | undefined): Request | undefined {
  const { time, state, text } = heard
  const { last, ranking } = state
  const before = last?.kind === 'ranking' ? last : ranking
  if (!time && !before) return talk('unknown')
  const few = /\b(?:top|first|best) (\d+)\b/.exec(text)?.[1]
  const count = few === undefined ? undefined : Number(few)
  const whole: RankingRequest = {
    kind: 'ranking',
    ...before,
    ...(time && { time }),
    count,
    after: undefined,
  }
  const leader: Reference = { place: 1, of: { ...whole, count: 1 } }
  const isNamed = set?.kind === 'products' && !set.references.some(isPlace)
  return askOf('share', isNamed ? set : { kind: 'products', references: [leader] }, heard, {
    whole,
  })
}

/** Of what a time is one: a day, a week, or a month. */
function unitOf({ first, last }: Timeframe): AskRequest['unit'] {
  const days = last.diff(first, 'days').days + 1
  return days < 2 ? 'day' : days < 8 ? 'week' : 'month'
}

const OF_LAUNCH = /^(?:launch|about|age)$/
const MAX_WORDS_BESIDE = 4

/** "In Berlin time", after a launch. */
export function launchThere({ heard, slots }: Reading, state: State): Request | undefined {
  const [zone, ...others] = slots.zones
  if (!zone || others.length + slots.times.length > 0 || !state.hasSubject) return undefined
  const isAlone = heard.length - (zone.to - zone.from) < MAX_WORDS_BESIDE
  if (!isAlone || !OF_LAUNCH.test(state.asked ?? '')) return undefined
  return { kind: 'ask', operation: 'launch', measure: 'launch', set: IT_ALONE }
}

const TOPICS = '(?:topics|categories)'
/** "Which topics exist?", "launches by topic". */
const ALL_TOPICS = new RegExp(
  `^(?:(?:and|so|ok|hi|hello|please|,) )*(?:what|which|list|show|tell|give|name|all)(?: (?:are|me|us|all|the|of|your|possible|available|different|kind|kinds|about))* ${TOPICS}\\b` +
    '(?: (?:·|do|does|are|is|exist|there|you|have|know|available|can|could|i|we|it|cover|of|the|board|site|this|use|choose|pick|from|in|on|all|list|track|offer|search|filter|by|for|to|here|launches|please|with|were|was))*[^\\p{L}\\p{N}]*$|' +
    '^(?!.*\\b(?:top|best|won|winners?|average)\\b).*\\blaunch(?:es)?\\b.*\\b(?:per|by|for each|in each|of each|each) (?:topic|category)\\b',
  'u',
)
const FEWEST_OF = /\b(?:which|what) (?:topic|category)\b.*\b(?:fewest|least|smallest|rarest)\b/

/** What a message asks of the topics of a time, or of all launches. */
export function topicsAsked(reading: Reading, { ranking, hasSubject }: State): Request | undefined {
  const { heard, tokens, slots } = reading
  const times = slots.times.filter(({ value }) => !value.weak)
  const taken = times.flatMap(({ from, to }) => tokens.slice(from, to))
  const text = textBetween(heard.map((one) => (taken.includes(one) ? { ...one, text: '·' } : one)))
  const isFewest = FEWEST_OF.test(text)
  if (THEM.test(text) || (hasSubject && IT.test(text))) return undefined
  if (!(isFewest || ALL_TOPICS.test(text))) return undefined
  const [first] = rankingsOf(reading, [])
  const time = first?.time ?? (isFewest ? ranking?.time : undefined)
  return {
    kind: 'ask',
    operation: isFewest ? 'quietest' : 'busiest',
    measure: /\bvotes?\b/.test(text) ? 'votes' : 'launch',
    isSorted: !isFewest,
    by: 'topics',
    set: { kind: 'window', rankings: [{ kind: 'ranking', ...first, time }] },
  }
}
