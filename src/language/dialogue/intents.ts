import type { Guess } from '../intent/classifier.ts'

/** Intents that a tool serves. */
export const TOOL_INTENTS = new Set(['ranking', 'search', 'confetti'])
/** Intents that are served by a tool or from the last answer. */
export const ACTION_INTENTS = new Set([...TOOL_INTENTS, 'item'])
/** Intents that change or repeat the request before. */
export const CHANGE_INTENTS = new Set(['change', 'more', 'again'])

/** The weight of all intents of talk together, which share their probability. */
const TALK_WEIGHT = 0.5
/** The share of the highest probability that one intent of talk must have: many small ones do not add up. */
const MIN_TALK_SHARE = 0.3

/** Below this probability a topic of talk says so little that the message is unclear. */
const MIN_TOPIC = 0.15

/** What something is taken for, and how probable each intent is. */
export interface Intention {
  intent: string
  probability: number
  guesses: readonly Guess[]
}

/** The most probable intent: one of talk if those together outweigh any other. */
export function intentionOf(scores: readonly Guess[]): Intention {
  const sum = total(scores)
  const guesses = scores.map(({ name, probability }) => ({ name, probability: probability / sum }))
  const talk = guesses.filter(({ name }) => !ACTION_INTENTS.has(name) && !CHANGE_INTENTS.has(name))
  const [best, bestTalk] = [mostProbable(guesses), mostProbable(talk)]
  const isTalk =
    total(talk) * TALK_WEIGHT > best.probability &&
    bestTalk.probability > MIN_TALK_SHARE * best.probability
  const { name, probability } = isTalk ? bestTalk : best
  const isVague = isTalk && name !== 'aside' && probability < MIN_TOPIC
  return { intent: isVague ? 'unclear' : name, probability, guesses }
}

export function total(guesses: readonly Guess[]): number {
  return guesses.reduce((sum, { probability }) => sum + probability, 0)
}

export function mostProbable(guesses: readonly Guess[]): Guess {
  const none = { name: '', probability: 0 }
  return guesses.reduce((a, b) => (b.probability > a.probability ? b : a), none)
}
