import talkData from '../../../data/language/talk.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import type { State } from './follow-up.ts'
import type { Reading } from './reading.ts'
import { isList, isTopic, type Request, talk } from './request.ts'

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

/** The numbers that are the whole message: "1", "2 and 3". */
export function numbersAlone({ tokens }: Reading): number[] {
  const words = tokens.map(({ text }) => text).filter((text) => !/^(?:and|[,&.])$/.test(text))
  return words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : []
}
