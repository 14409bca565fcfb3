import talkData from '../../../data/language/talk.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import { phrases } from '../normalise/phrases.ts'
import { FUTURE } from '../slots/timeframe.ts'
import { numbersAlone } from './few-words.ts'
import type { Reading } from './reading.ts'
import { isList, isToolRequest, isTopic, type Request, talk } from './request.ts'
import type { State } from './state.ts'

// What is said instead of an answer, or before it.

const BEFORE = '(?:(?:but|and|so|ok|hmm?|wait|,) )*'
const ASKED = Object.entries(talkData.asked).map(([topic, pattern]) => ({
  topic,
  asked: new RegExp(`^${BEFORE}(?:${pattern})[^\\p{L}\\p{N}]*$`, 'u'),
}))

/** What a message asks that is answered in words, whatever a classifier makes of it. */
export function talkAsked(reading: Reading, { last }: State): Request | undefined {
  const text = reading.text
  if (/\b(?:it|they) rising\b/.test(text)) return undefined
  const { topic = '' } = ASKED.find(({ asked }) => asked.test(text)) ?? {}
  if (!last || !isList(last)) return isTopic(topic) && topic !== 'why' ? talk(topic) : undefined
  if (numbersAlone(reading).some((number) => number > COUNT.max)) return talk('which-number')
  if (!isTopic(topic) || (topic === 'why' && last.kind !== 'ranking')) return undefined
  return talk(topic === 'why' && 'isRising' in last && last.isRising ? 'why-rising' : topic)
}

/** The requests of a message with what has to be said before them. */
export function withCaveats(requests: Request[], reading: Reading): Request[] {
  const { text } = reading
  const asked = phrases.caveat
  if (asked['time-of-day'].test(text)) return [talk('time-of-day')]
  const { counts } = reading.slots
  const isNoCount = ({ value }: (typeof counts)[number]) => value < 1 || !Number.isInteger(value)
  const isOdd =
    counts.some(isNoCount) ||
    asked['no-count'].test(reading.message.toLowerCase()) ||
    asked.half.test(text)
  if (isOdd && requests.some((one) => isToolRequest(one) && isList(one)))
    return [talk('which-count')]
  const isAnswered = requests.some((one) => one.kind === 'ranking' || one.kind === 'ask')
  const isOpen = requests.some((one) => one.kind === 'talk' && one.topic.startsWith('unknown'))
  const isAhead = reading.slots.times.some(({ value }) => value.text === FUTURE)
  if (!asked.prediction.test(text) || isAhead || !(isAnswered || isOpen)) return requests
  return [talk('prediction'), ...(isAnswered ? requests : [])]
}
