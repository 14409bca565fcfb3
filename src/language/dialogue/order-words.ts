import type { Item } from '../intent/features.ts'
import type { Guess } from '../intent/model.ts'

// What words ask of a list without doubt, most of all an order of it.

const NUMBER = '<(?:count|number)>'
const THINGS = '(?:launches|products|apps|tools)'
const MANY = `(?:${NUMBER}|${THINGS}|ones)`
const OLDEST = '(?:oldest|earliest)'
const NEWEST = '(?:newest|latest|most recent)'
const FEWEST = '(?:fewest|least|lowest)'
const ASKED = '(?:show|list|give|me|and|but|the|now|ok|please|same|again|that|this|list|,)'
const AGAIN = '(?: (?:again|please|instead|now|then|this time|[?!.]))*'

/** Orders of several products. */
const OF_LIST: readonly (readonly [string, RegExp])[] = [
  ['fewest', new RegExp(`^(?:${ASKED} )*(?:bottom|worst|lowest) ${NUMBER}`)],
  [
    'fewest',
    new RegExp(`\\b${MANY} (?:with|having|that (?:have|had|got)|by) (?:the )?${FEWEST}\\b`),
  ],
  [
    'newest',
    new RegExp(
      `\\b${NEWEST} ${MANY}|${NUMBER} ${NEWEST}\\b|\\b${NEWEST} (?:ones? )?first\\b|\\blast ${NUMBER} ${THINGS}\\b`,
    ),
  ],
  ['oldest', new RegExp(`\\b${OLDEST} ${MANY}|${NUMBER} ${OLDEST}\\b`)],
  ['oldest', new RegExp(`\\bby (?:launch )?(?:time|date)\\b|\\b${OLDEST} (?:ones? )?first\\b`)],
  ['by', new RegExp(`^(?:${ASKED} )*by (?:the )?(?:(?:up)?votes?|comments?|popularity)${AGAIN}$`)],
  [
    'reversed',
    new RegExp(
      `^(?:${ASKED} )*(?:reverse|flip|invert|swap)(?: (?:it|them|the|this|that|list|order))*${AGAIN}$`,
    ),
  ],
  ['reversed', /\b(?:reversed?|opposite|other) (?:order|way (?:round|around))\b|\bupside down\b/],
  ['reversed', new RegExp(`^(?:${ASKED} )*(?:worst|lowest|last|bottom) (?:ones? )?first${AGAIN}$`)],
]
const FIGURE = '(?:up)?(?:vot|comment|discuss|popular|liked|talked)\\w*'
const GROUP = '(?:topics?|categor(?:y|ies)|weekdays?|days?)'
/** Of a single one, or of a topic or a day. */
const OF_ONE: readonly (readonly [string, RegExp])[] = [
  [
    'oldest',
    new RegExp(
      `\\bvery first\\b|\\b(?:out|around|live) (?:the )?longest\\b|\\b${OLDEST}(?: (?:one|launch|product))?(?: (?:of|in|from))? <time>`,
    ),
  ],
  ['newest', /\bvery (?:last|latest|newest)\b/],
  ['busiest', new RegExp(`\\b(?:most (?:popular|common)|busiest|biggest|hottest) ${GROUP}\\b`)],
  ['quietest', new RegExp(`\\b(?:least (?:popular|common)|quietest|smallest|rarest) ${GROUP}\\b`)],
  ['fewest', new RegExp(`\\b(?:fewest|least|lowest) ${FIGURE}`)],
  [
    'drop',
    new RegExp(
      `^(?:${ASKED} )*(?:remove|drop|delete|skip|hide|exclude|omit|without|minus|(?:leave|take) out|get rid of) (?:the )?(?:first|second|third|fourth|fifth|last|top|\\w+ one)`,
    ),
  ],
  ['tagline', /\bwhat (?:do|does|did) (?:they|these|those|each|all)(?: \w+){0,3} do\b/],
  [
    'most',
    /\bmost (?:comment|discuss|talked)|\b(?:biggest|highest|largest|greatest) (?:number|count) of\b/,
  ],
]

/** The order that words name; one of several products is certain. */
export function orderIn(items: readonly Item[]): Guess | undefined {
  const text = items.map((item) => item.text).join(' ')
  const named = (orders: typeof OF_LIST) => orders.find(([, words]) => words.test(text))?.[0]
  const [ofList, ofOne] = [named(OF_LIST), named(OF_ONE)]
  if (ofList) return { name: ofList, probability: 1 }
  return ofOne === undefined ? undefined : { name: ofOne, probability: 0.95 }
}
