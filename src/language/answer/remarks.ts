import { COUNT } from '../../ranking/limits.ts'
import type { Request } from '../dialogue/request.ts'
import { escaped } from './markdown.ts'

export const AT_MOST = `I can list at most ${COUNT.max}.`

type Limitations = readonly (readonly [RegExp, string])[]

/** What a ranking does not do, by the words that ask for it. */
const LIMITATIONS: Limitations = [
  [
    /\b(?:most|highest|top|best|more|by)(?: \w+){0,2} (?:comment(?:s|ed)?|discuss(?:ed|ion))\b/i,
    'I rank by votes: I have no ranking by comments.',
  ],
  [
    /\b(?:worst|lowest|fewest|least (?:voted|upvoted|popular|liked|loved|votes)|flops?|bottom (?:\d|ten|five|three))\b/i,
    'I rank by votes, the most first: I have no ranking from the bottom.',
  ],
  [/\b(?:newest|oldest|by (?:launch )?date)\b/i, 'I rank by votes, not by date.'],
  [
    /\b(?:without|except|excluding|exclude|minus|leaving out|leave out|not counting|apart from|but (?:not|no)|with no|other than) (?!further|it\b|you|me\b|them|this|that|any|a\b)/i,
    'I cannot leave products out of a ranking.',
  ],
  [
    /\b(?:each|every) (?:single )?(?:day|week|month|year)\b|\beach of the\b|\b(?:daily|weekly|monthly) winners\b/i,
    'This is one ranking of the whole time: ask for each day, week or month by itself.',
  ],
  [
    /\b(?:ranks?|ranked|places?|positions?|numbers?) \d+ ?(?:to|through|-|\u2013) ?\d+\b/i,
    'I rank from the first one on, ten at most.',
  ],
  [
    /\b(?:over|above|more than|at least|passed|under|below|less than|fewer than) [\d,]+k? (?:up)?(?:votes|comments)\b/i,
    'I rank by votes, and cannot keep to those above or below a number of them.',
  ],
]

/** What a search does not do, by the words that ask for it. */
const SEARCH_LIMITATIONS: Limitations = [
  [
    /\b(?:sort|order|rank)(?:ed)?(?: \w+)? by\b|\bby (?:up)?votes\b/i,
    'A search lists the best matches first, whatever their votes.',
  ],
  [
    /\b(?:except|excluding|exclude|leaving out|anything but)\b|^\W*(?:(?:but|ok|okay|and|hm+)\W+)*(?:without|not)\b/i,
    'I cannot leave products out of a search.',
  ],
  [
    /\b(?:free|cheap|cheapest|paid|price[ds]?|pricing|inexpensive)\b/i,
    'I know no prices: these match the words alone.',
  ],
]

/** What is to be said of a search that serves a request of a message only in part. */
export function remarksOnSearch(
  request: Request | undefined,
  message: string,
  hits: number,
): string[] {
  const remarks = limitationsIn(message, SEARCH_LIMITATIONS)
  if (request?.kind !== 'search' || !request.isTooLong) return remarks
  return [...remarks, hits < COUNT.max ? 'I found no others.' : AT_MOST]
}

/** What is to be said of a ranking that serves a request of a message only in part. */
export function remarksOn(request: Request | undefined, message: string): string[] {
  const limitations = limitationsIn(message, LIMITATIONS)
  if (request?.kind !== 'ranking') return limitations
  const { topic, isTooLong, count = 0 } = request
  const remarks = [...limitations]
  if (isTooLong && count <= COUNT.max) remarks.push(AT_MOST)
  if (topic) {
    const subject = escaped(topic)
    remarks.push(`These are products of any kind. “Find ${subject}” searches those of all time.`)
  }
  return remarks
}

function limitationsIn(message: string, limitations: Limitations): string[] {
  return limitations.flatMap(([pattern, text]) => (pattern.test(message) ? text : []))
}
