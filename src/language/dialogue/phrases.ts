import type { Model } from '../intent/model.ts'
import { textBetween } from '../normalise/tokens.ts'
import { strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import type { State } from './follow-up.ts'
import { askOf, type Heard, productsNamed } from './heard.ts'
import { OF_STANDING, questionOfTwo } from './of-two.ts'
import { namesIn, type Reading } from './reading.ts'
import { OWN } from './references.ts'
import {
  type AskRequest,
  type ProductSet,
  type RankingRequest,
  type Reference,
  type Request,
  type StandingOperation,
  talk,
} from './request.ts'

// What words ask without doubt of one product or of two, whatever a classifier makes of them.

const GAIN =
  'rising|slow(?:ing|ed)|speeding|growing|climbing|falling|gaining|losing (?:ground|speed|steam)|stall(?:ing|ed)|peaked|accelerating'
const BEAT = '(?:beat(?:s|en)?|pass(?:ed|es)?|overt(?:ake|ook)|outrank(?:ed|s)?)'
const IS = '(?:is|was|are|were|came|comes|ranks|ranked|finished)'

/** "We launched Letterloft", "my app is Letterloft". */
const LAUNCHED =
  /\b(?:(?:i|we) (?:have |had |just |recently )*(?:launched|released|shipped)|(?:my|our) (?:\w+ )?(?:launch|product|app|startup|tool) is)\b/

type Phrased = StandingOperation | 'against' | 'about' | 'like'

const STANDINGS: readonly (readonly [Phrased, RegExp])[] = [
  [
    'like',
    /\b(?:competitors?|rivals?|competition)\b|^(?:is there |are there |show me |and |, )*(?:something|anything|any|others?|more)(?: products?| apps?)? (?:similar|like (?:it|this|that))[ ?.!]*$|^(?:show |give |list |me |and |any |some )*(?:similar|related) (?:products|apps|tools|ones|launches)[ ?.!]*$/,
  ],

  ['share', /\b(?:shares?|percent(?:age)?|proportion|fraction|%) of\b.*\bvotes?\b/],
  [
    'ratio',
    /\bmore (?:comments|votes) than (?:comments|votes)\b|\bratio\b|\b(?:comments|votes) (?:per|for each|for every) (?:vote|comment)\b/,
  ],
  [
    'below',
    new RegExp(
      `\\bwho(?:m)? (?:did|does|has|have|do) .*\\b${BEAT}\\b|\\bwho ${IS} (?:(?:\\w+ )?(?:below|under|after)|(?:right|just|directly|closest|next) behind|behind (?:us|it|me))\\b|^(?:and )?(?:right )?below\\b`,
    ),
  ],
  [
    'above',
    new RegExp(
      `\\bwho (?:\\w+ )?${BEAT}\\b|\\bwho ${IS} (?:\\w+ )?(?:above|ahead of|before|in front of)\\b|^(?:and )?(?:right )?above\\b`,
    ),
  ],
  ['chased', /\b(?:who|anyone|anybody|somebody)\b.*\b(?:catching|closing in|gaining on|chasing)\b/],
  ['trend', new RegExp(`^(?!(?:what|who|which)\\b).*\\b(?:closing in|catching up|${GAIN})\\b`)],
  ['pass', new RegExp(`^(?!how long\\b).*\\b(?:votes?|takes?|needs?)\\b.*\\b(?:${BEAT}|catch)\\b`)],
  [
    'age',
    /\bhow (?:many (?:days|hours|weeks)|long)\b.*\b(?:out|live|around|ago|since)\b|\bhow old\b/,
  ],
  [
    'against',
    /\bhow (?:are|is|am|was|were|did|does) (?!you\b)[^,.;]+ (?:doing|going|performing|do|perform)(?: (?:so far|now|then))?[ ?.!]*$/,
  ],
  ['against', /^(?:(?:and|so|but) )?will (?!you\b).*\b(?:win|lead|be (?:first|on top))\b/],
  [
    'won',
    /^(?:and |so |but )?(?:did|has|have|was|were|is|are) (?!.*\b(?:than|launch\w*)\b).*\b(?:win|won|winner|winning|first|1st|number 1|best (?:of|in)|top|lead|leading|leads)\b/,
  ],
  ['about', LAUNCHED],
]

/** What is asked, and no name. */
const NO_NAME = new RegExp(
  `^(?:${GAIN}|${BEAT}|faster|quicker|ratio|shares?|percentage|chasing|fastest)\\b`,
  'i',
)

const WHO_DID =
  /^(?:(?:so|and|then|ok|,) )*who (?:did|was|is|won|has)(?: it)?(?: ,)?(?: then| instead)?[ ?.!]*$/
const OF_SPAN =
  /^(?:(?:and|what|how|about|in|on|of|for|by|the|its|that|this|overall|its) )*(day|week|month)[ ?.!]*$/

/** When one launch passed another is not told, only how they stand. */
const PASSED = new RegExp(
  `^when (?:did|has|will|does)\\b(?!.*\\d).*\\b(?:${BEAT}|take the lead)\\b`,
)

function passed(heard: Heard): Request {
  if (heard.names.length !== 2) return talk('untold')
  const set = { kind: 'products', references: heard.names.map((name) => ({ name })) } as const
  return askOf('compare', set, heard, { remarks: ['I cannot tell when one passed the other.'] })
}

/** The question that a message asks in such words; undefined if it has none of them. */
export function phrasedQuestion(
  reading: Reading,
  message: string,
  state: State,
  model: Model,
): Request | undefined {
  const text = textBetween(reading.heard)
  const names = namesIn(reading, message, model).filter((name) => !NO_NAME.test(name))
  const time = strongest(reading.slots.times).find(({ value }) => !value.weak)?.value
  const heard = { reading, state, text, names, time }
  if (/\b(?:median|standard deviation|variance)\b/.test(text)) return talk('untold')
  if (/\bcomments\b.*\bsay\b/.test(text)) return talk('unknown')
  if (PASSED.test(text)) return passed(heard)
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
  const operation = STANDINGS.find(([, phrase]) => phrase.test(heard.text))?.[0]
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
  const isNamed =
    set?.kind === 'products' && !set.references.some((one) => one !== 'it' && 'place' in one)
  return askOf('share', isNamed ? set : { kind: 'products', references: [leader] }, heard, {
    whole,
  })
}

/** Of what a time is one: a day, a week, or a month. */
function unitOf({ first, last }: Timeframe): AskRequest['unit'] {
  const days = last.diff(first, 'days').days + 1
  return days < 2 ? 'day' : days < 8 ? 'week' : 'month'
}
