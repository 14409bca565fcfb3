import words from '../../../data/language/words.json' with { type: 'json' }
import { byName, type Token, textBetween, wordSet } from '../normalise/tokens.ts'
import type { Place } from './patterns.ts'

/** Topics of launches by what they are called. */
const TOPICS = byName(words.topics, ', ')
const MAX_WORDS = 3
/** Things that can be of a topic: "AI tools". */
const THINGS = wordSet(words.things)

export function isThing(word = ''): boolean {
  return THINGS.has(word)
}

/** "Launches in marketing", "the topic is AI". */
const BEFORE = /^(?:in|about|under|topic|category|tagged|on|for)$/
/** The words after a topic: "launches in marketing this week", but no "marketing team". */
const AFTER = /^(?:[^\p{L}\p{N}]*|and|please|only|topic|category)$/u

/** The topic that a ranking is asked for, if it has one that is known. */
export function findTopic(tokens: readonly Token[], taken: readonly Place[]): string | undefined {
  const isTaken = (at: number) => taken.some(({ from, to }) => from <= at && at < to)
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = Math.min(tokens.length, from + MAX_WORDS); to > from; to -= 1) {
      const topic = TOPICS.get(textBetween(tokens, from, to))
      if (!topic || isTaken(from)) continue
      const [before = '', last = '', next = ''] = [from - 1, to - 1, to].map(
        (at) => tokens[at]?.text,
      )
      const isOfThings = THINGS.has(next) || THINGS.has(last)
      const isEnd = isTaken(to) || AFTER.test(next)
      if (isOfThings || (isEnd && (BEFORE.test(before) || isTaken(from - 1)))) return topic
    }
  }
  return undefined
}

/** The topic that words are no more than the name of: "ai tools". */
export function topicNamed(words: string): string | undefined {
  const named = words.split(' ').filter((word) => !THINGS.has(word))
  return TOPICS.get(words) ?? TOPICS.get(named.join(' '))
}

/** The topics that words name, whatever stands beside them. */
export function topicsIn(tokens: readonly Token[]): string[] {
  const found = new Set<string>()
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = Math.min(tokens.length, from + MAX_WORDS); to > from; to -= 1) {
      const topic = TOPICS.get(textBetween(tokens, from, to))
      if (!topic) continue
      found.add(topic)
      from = to - 1
    }
  }
  return [...found]
}
