import { COUNT } from '../../ranking/limits.ts'
import type { Request } from '../dialogue/request.ts'
import { escaped } from './markdown.ts'

/** What a ranking does not do, by the words that ask for it. */
const LIMITATIONS: readonly (readonly [RegExp, string])[] = [
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
    /\b(?:without|except|excluding|exclude|but not|other than) (?!further|it\b|you|me\b|them|this|that|any|a\b)/i,
    'I cannot leave products out of a ranking.',
  ],
  [
    /\b(?:ranks?|ranked|places?|positions?|numbers?) \d+ ?(?:to|through|-|\u2013) ?\d+\b/i,
    'I rank from the first one on, ten at most.',
  ],
]

/** What is to be said of a ranking that serves a request of a message only in part. */
export function remarksOn(request: Request | undefined, message: string): string[] {
  const limitations = LIMITATIONS.flatMap(([pattern, text]) => (pattern.test(message) ? text : []))
  if (request?.kind !== 'ranking') return limitations
  const { topic, isTooLong, count = 0 } = request
  const remarks = [...limitations]
  if (isTooLong && count <= COUNT.max) remarks.push(`I name ${COUNT.max} at most.`)
  if (topic) {
    const subject = escaped(topic)
    remarks.push(`These are products of any kind. “Find ${subject}” searches those of all time.`)
  }
  return remarks
}
