import { FUTURE } from '../slots/timeframe.ts'
import type { Reading } from './reading.ts'
import { isList, isToolRequest, type Request, talk } from './request.ts'

// What is said before an answer, or instead of it: numbers that no list has, what is still to come, the time of day.

/** "Top -3", "top minus 3", "three and a half". */
const NO_COUNT =
  /\b(?:top|best|first|last|bottom|newest|latest|oldest|show|list|me)\s+(?:-|minus )\s?\d/i
const HALF = /\b\d+ (?:and )?a half\b/
const WILL = 'will(?! you)|(?:is|are|am) (?:\\S+ ){0,4}?(?:going|likely|about) to|gonna|could'
const WIN =
  'win|lead|finish|end up|make it|come (?:first|out)|take (?:the|first)|stay|beat|overtake|rise|become|be (?:(?:the|number|on) )*(?:first|top|winner|best|1|product)'
const PREDICTION = new RegExp(`\\b(?:${WILL})\\b.*\\b(?:${WIN})\\b|\\b(?:predict|forecast)`)
const TIME_OF_DAY = /\bwhat(?: is the)? time (?:is it|now)\b|\bcurrent time\b/

/** The requests of a message with what has to be said before them. */
export function withCaveats(requests: Request[], reading: Reading): Request[] {
  const text = reading.text
  if (TIME_OF_DAY.test(text)) return [talk('time-of-day')]
  const { counts } = reading.slots
  const isNoCount = ({ value }: (typeof counts)[number]) => value < 1 || !Number.isInteger(value)
  const isOdd = counts.some(isNoCount) || NO_COUNT.test(reading.message) || HALF.test(text)
  if (isOdd && requests.some((one) => isToolRequest(one) && isList(one)))
    return [talk('which-count')]
  const isAnswered = requests.some((one) => one.kind === 'ranking' || one.kind === 'ask')
  const isOpen = requests.some((one) => one.kind === 'talk' && one.topic.startsWith('unknown'))
  const isAhead = reading.slots.times.some(({ value }) => value.text === FUTURE)
  if (!PREDICTION.test(text) || isAhead || !(isAnswered || isOpen)) return requests
  return [talk('prediction'), ...(isAnswered ? requests : [])]
}
