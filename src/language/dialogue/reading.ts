import type { Guess } from '../intent/classifier.ts'
import { type Before, intentFeatures } from '../intent/features.ts'
import { type Item, itemsOf, UNKNOWN, withNames } from '../intent/items.ts'
import type { Model } from '../intent/model.ts'
import { readTokens, type Token } from '../normalise/tokens.ts'
import { wordsIn } from '../normalise/word-tables.ts'
import { isWish } from '../slots/confetti.ts'
import { type Clock, findSlots, type Slots } from '../slots/slots.ts'
import type { Place } from '../slots/span.ts'
import { FUTURE } from '../slots/timeframe.ts'
import { findTopic } from '../slots/topics.ts'
import { capitalized, isPartOf } from './names.ts'

/** A message with what was found in it. */
export interface Reading {
  tokens: readonly Token[]
  /** The text without clauses that ask for nothing. */
  heard: readonly Token[]
  /** Without those of clauses that ask for nothing. */
  items: readonly Item[]
  slots: Slots
  /** The topic of launches that it names. */
  topic: string | undefined
  /** The wish: "ranking", or several ones, "ranking+search". */
  intent: string
  /** What it asks, if it is a question about products. */
  operation: Guess
}

/** A clause is taken for what it seems to be if it is that likely. */
const MIN_PROBABILITY = 0.2
/** News are a reason to celebrate if they are that likely to be. */
const MIN_JOY = 0.65
const NOTHING = { name: 'unclear', probability: 0 }
/** More than a real message has; bounds the time spent on them. */
const MAX_CLAUSES = 12

/** A word in capitals, one of them maybe slipped. */
const SHOUTED = /^\p{Lu}*\p{L}\p{Lu}+$/u
const CLAUSE_END = /^(?:[-.!?;:,…()]|\p{Extended_Pictographic})$/u
const REQUEST =
  /ranking|search|history|(?<!no-)confetti|^change$|^narrow$|^more$|^again$|^ask$|[A-Z]/

export function readMessage(message: string, before: Before, clock: Clock, model: Model): Reading {
  const tokens = readTokens(message, model.spelling)
  const { times, zones, ...others } = findSlots(tokens, clock)
  // Capitals of words that the model knows show no name: "TOP 10", "WINNNING", "Windows".
  const shouted = new Map(
    tokens.flatMap(({ typed, text }): [string, string][] =>
      SHOUTED.test(typed) ? [[typed.toLowerCase(), text]] : [],
    ),
  )
  const isKnown = (word: string) => model.cues.has(shouted.get(word) ?? word) || /^\d+$/.test(word)
  const names = capitalized({ tokens, slots: { times, zones } }, message).filter(
    (name) => !wordsIn(name).every(isKnown),
  )
  const isShown = (at: number) => isPartOf(names, tokens, at)
  const all = itemsOf(tokens, { times, zones, ...others }).map((item) => {
    // A word alone may begin a sentence.
    const isFirst = item.at === 0 || /^[.!?]$/.test(tokens[item.at - 1]?.text ?? '')
    return { ...item, isName: isShown(item.at) && (!isFirst || isShown(item.at + 1)) }
  })
  const clauses = clausesOf(all).map((clause) => read(clause, before, model))
  const items = withoutAsides(clauses)
  const isLeft = ({ from, to }: Place) => items.some(({ at }) => from <= at && at < to)
  const slots = {
    zones,
    times: leftOf(times, isLeft),
    counts: others.counts.filter(isLeft),
    places: others.places.filter(isLeft),
    bounds: others.bounds.filter(isLeft),
  }
  const topic = findTopic(tokens, [...slots.times, ...zones, ...slots.counts])
  const heard = tokensOf(items, all, tokens)
  const intent = wholeIntent(read(items, before, model), clauses)
  const [asked = NOTHING] = model.operation(intentFeatures(withNames(items, model.cues), before))
  return { tokens, heard, items, slots, topic, intent, operation: asked }
}

/** The times of what is asked; if that has none, those of what is said beside it: "we launched Monday, who won?" */
function leftOf(times: Slots['times'], isLeft: (place: Place) => boolean): Slots['times'] {
  const left = times.filter(isLeft)
  return left.length > 0 ? left : times.filter(({ value }) => !value.weak && value.text !== FUTURE)
}

/** The tokens of some of all items. */
function tokensOf(items: readonly Item[], all: readonly Item[], tokens: readonly Token[]): Token[] {
  const kept = new Set(items.map(({ at }) => at))
  return all.flatMap(({ at }, index) =>
    kept.has(at) ? tokens.slice(at, all[index + 1]?.at ?? tokens.length) : [],
  )
}

/** Some items and what they seem to ask for. */
interface Clause {
  items: readonly Item[]
  intent: string
  isSure: boolean
  probability: number
}

function read(items: readonly Item[], before: Before, model: Model): Clause {
  const names = withNames(items, model.cues)
  const isAsked = isWish(items.map(({ text }) => text).join(' '))
  const { name: intent, probability } =
    model
      .intent(intentFeatures(names, before))
      .find((one) => isAsked || one.name !== 'confetti' || one.probability > MIN_JOY) ?? NOTHING
  // Words that are all unknown are part of a list: "rock, paper, scissors".
  const isKnown = names.some((name) => name !== UNKNOWN && !CLAUSE_END.test(name))
  return { items, intent, probability, isSure: isKnown && probability > MIN_PROBABILITY }
}

/** A wish for confetti does not hide the ranking or search that another clause asks for. */
function wholeIntent({ intent }: Clause, clauses: readonly Clause[]): string {
  if (intent !== 'confetti') return intent
  const other = clauses.find(
    (clause) => /^(?:ranking|search)$/.test(clause.intent) && clause.probability > MIN_JOY,
  )
  return other ? `${other.intent}+confetti` : intent
}

/** Leaves out clauses of small talk beside one that asks for something. */
function withoutAsides(clauses: readonly Clause[]): Item[] {
  const isRequest = ({ intent }: Clause) => REQUEST.test(intent)
  const hasRequest = clauses.some((clause) => clause.isSure && isRequest(clause))
  const left = clauses.filter((clause) => !hasRequest || !clause.isSure || isRequest(clause))
  return left.flatMap(({ items }) => items)
}

function clausesOf(items: readonly Item[]): Item[][] {
  const clauses: Item[][] = [[]]
  for (const item of items) {
    clauses.at(-1)?.push(item)
    if (CLAUSE_END.test(item.text) && clauses.length < MAX_CLAUSES) clauses.push([])
  }
  return clauses.filter(({ length }) => length > 0)
}
