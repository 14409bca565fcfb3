import { meaning } from '../../../src/agent/embedded/meaning/meaning.ts'
import type { Wish } from '../../../src/agent/embedded/meaning/wish.ts'
import { DEFAULT_TIMEZONE, NOW } from './converse.ts'

/** What the last of some messages wishes for, with its timeframe as text. */
export function wishesOf(...messages: string[]) {
  return meaning(messages, { now: NOW, defaultTimezone: DEFAULT_TIMEZONE }).map(plain)
}

/** The one wish of the last of some messages. */
export function wishOf(...messages: string[]) {
  const [wish, ...more] = wishesOf(...messages)
  if (!wish || more.length > 0) throw new Error(`not one wish: ${messages.join(' >> ')}`)
  return wish
}

function plain(wish: Wish) {
  const { kind } = wish
  const count = 'count' in wish ? wish.count : undefined
  const zone = 'zone' in wish ? wish.zone : undefined
  const words = 'words' in wish ? wish.words : undefined
  const timeframe = 'timeframe' in wish ? wish.timeframe?.text : undefined
  const topic = 'topic' in wish ? wish.topic : undefined
  return { kind, count, zone, words, timeframe, topic }
}
