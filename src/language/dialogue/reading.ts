import wordLists from '../../../data/language/words.json' with { type: 'json' }
import {
  type Before,
  type Item,
  intentFeatures,
  itemsOf,
  UNKNOWN,
  withNames,
} from '../intent/features.ts'
import type { Guess, Model } from '../intent/model.ts'
import { searchWords } from '../intent/search-words.ts'
import type { Spelling } from '../normalise/spelling.ts'
import { readTokens, type Token, textBetween, wordSet, wordsIn } from '../normalise/tokens.ts'
import { isWish } from '../slots/confetti.ts'
import type { Place } from '../slots/patterns.ts'
import { type Clock, findSlots, type Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import { findTopic, isOfLists, topicNamed, topicsIn, withoutExceptions } from '../slots/topics.ts'
import { orderIn } from './order.ts'

/** A message with what was found in it. */
export interface Reading {
  message: string
  model: Model
  tokens: readonly Token[]
  /** The text without clauses that ask for nothing. */
  heard: readonly Token[]
  /** The same as text. */
  text: string
  /** Without those of clauses that ask for nothing. */
  items: readonly Item[]
  slots: Slots
  /** The topic of launches that it names. */
  topic: string | undefined
  /** All topics that it names, whatever stands beside them. */
  topics: readonly string[]
  /** The topics that it leaves out. No token of these words is read. */
  except: readonly string[]
  /** The wish: "ranking", or several ones, "ranking+search". */
  intent: string
  /** How likely that is. */
  probability: number
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
  /ranking|search|history|(?<!no-)confetti|^change$|^narrow$|^widen$|^more$|^again$|^ask$|[A-Z]/

export function readMessage(message: string, before: Before, clock: Clock, model: Model): Reading {
  const { tokens, except } = withoutExceptions(readTokens(message, model.spelling))
  const { times, zones, ...numbers } = findSlots(tokens, clock)
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
  // "First Ten Chairs" is a name, and no ten.
  const ofWords = names.filter((name) => name.includes(' '))
  const isFree = ({ from, to }: Place) =>
    !isPartOf(ofWords, tokens, from) || !isPartOf(ofWords, tokens, to - 1)
  const others = {
    counts: numbers.counts.filter(isFree),
    places: numbers.places.filter(isFree),
    bounds: numbers.bounds.filter(isFree),
  }
  const all = itemsOf(tokens, { times, zones, ...others }).map((item) => {
    // A word alone may begin a sentence.
    const isFirst = item.at === 0 || /^[.!?]$/.test(tokens[item.at - 1]?.text ?? '')
    const isTime = /^<(?:time|future|zone)>$/.test(item.text)
    const isName = !isTime && isShown(item.at) && (!isFirst || isShown(item.at + 1))
    return { ...item, isName }
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
  const { intent, probability } = read(items, before, model)
  const asked = operationOf(items, before, model)
  const topics = topicsIn(heard)
  // "Bottom 5": so many, in another order.
  const [few] =
    /^(?:fewest|newest)$/.test(asked.name) && asked.probability === 1 ? slots.places : []
  if (few && slots.counts.length === 0) slots.counts = [{ ...few, value: few.value.length }]
  if (few || (/^(?:oldest|newest)$/.test(asked.name) && FIRST_OUT.test(textBetween(heard))))
    slots.places = []
  const said = { message, model, tokens, heard, text: textBetween(heard) }
  const named = { topic, topics, except }
  return { ...said, items, slots, ...named, intent, probability, operation: asked }
}

/** What a question asks; the votes of an hour are a pace. */
function operationOf(items: readonly Item[], before: Before, model: Model): Guess {
  const names = withNames(items, model.cues)
  const [asked = NOTHING] = model.operation(intentFeatures(names, before))
  const isPace = asked.name === 'votes' && AN_HOUR.test(names.join(' '))
  return orderIn(items) ?? (isPace ? { ...asked, name: 'pace' } : asked)
}

/** Of what launched first, "first" is no place. */
const FIRST_OUT = /\b(?:launched|out|released|live) (?:first|last)\b/
const AN_HOUR = /\b(?:an|per|each|every) hour\b/
/** The times of what is asked; if that has none, those of what is said beside it: "we launched Monday, who won?" */
function leftOf(times: Slots['times'], isLeft: (place: Place) => boolean): Slots['times'] {
  const left = times.filter(isLeft)
  return left.length > 0 ? left : times.filter(({ value }) => !value.weak && value.text !== FUTURE)
}

/** The places of a list that it names. */
export function placeNumbers({ slots }: Pick<Reading, 'slots'>): number[] {
  return slots.places.flatMap(({ value }) => value)
}

/** Without the words of a time such as "last day", "since noon". */
export function textBesideTimes({ tokens, heard, slots }: Reading): string {
  const ofTimes = new Set(slots.times.flatMap(({ from, to }) => tokens.slice(from, to)))
  return textBetween(heard.filter((token) => !ofTimes.has(token)))
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

const QUOTED = /["“]([^"“”]{1,100})["”]/g
/** A word with a capital letter or a digit, and what a name has between two of them. */
const CAPITALIZED =
  /(?<![\p{L}\p{N}'’])(?:\p{Lu}|\p{N}+\p{L})[^\s?!,;:()]*(?:(?: +(?:&|\+|of|the|a|in|on|for|to|by|and|with|en|de|du|la|le|von|van))* +(?:\p{Lu}|\p{N})[^\s?!,;:()]*)*/gu
/** Words between two names. */
const BETWEEN = /[,;]| +(?:vs|versus|or|than|against)\.? +/i
const AND = / +and +/i
const OTHERS =
  /^(?:I|I['’]\w+|AI|PH|LOL|GOAT|ASAP|URL|API|OK|CSV|JSON|Product Hunt|Show HN|\d+(?:st|nd|rd|th))$/
const MAX_NAMES = 4

/** How a message names products. */
interface Naming {
  /** Only names that show in how they are written. */
  isWritten?: boolean
  /** "With" stands between two of them. */
  isOfTwo?: boolean
}

/** The names of products that a message asks about; a word that the model knows is none by itself. */
export function namesIn(
  reading: Reading,
  { isWritten = false, isOfTwo = false }: Naming = {},
): string[] {
  const { message, model } = reading
  const quoted = Array.from(message.matchAll(QUOTED), ([, name = '']) => name)
  const capitals = capitalized(reading, message).filter((name) => !isOther(name, reading))
  const written = quoted.length > 0 ? quoted : capitals
  const names = written.length > 0 || isWritten ? written : tagged(reading)
  // Of "Couch to Kerb with Nap Trap" there are two.
  const divided = isOfTwo && names.length === 1 ? names.flatMap(namesOfTwo) : names
  const clean = divided
    .map((name) => name.replace(/['’]s$|[.'’]+$/, '').trim())
    .filter((name) => name !== '' && !model.cues.has(name))
    .filter((name) => topicNamed(name.toLowerCase()) === undefined)
  return [...new Set(clean)].slice(0, MAX_NAMES)
}

function namesOfTwo(name: string): string[] {
  return name.split(/ with /.test(name) ? / +with +/ : / +to +/)
}

/** "Hello", "Good": a word that only begins a sentence, or stands in a clause that asks for nothing. */
function isOther(name: string, { tokens, heard, model: { cues } }: Reading): boolean {
  const [word = '', ...others] = wordsIn(name)
  const places = [...tokens.keys()].filter((at) => tokens[at]?.typed.toLowerCase() === word)
  const isFirst = (at: number) => at === 0 || CLAUSE_END.test(tokens[at - 1]?.text ?? '')
  const isUnheard = (at: number) => !heard.includes(tokens[at] as Token)
  const isStart = others.length === 0 && cues.has(word) && places.every(isFirst)
  return places.length > 0 && (isStart || places.every(isUnheard))
}

/** Words with which people begin to ask. */
const STARTERS = wordSet(wordLists.starters)

/** The names that capital letters show; where all letters are capitals, they show none. */
function capitalized(
  { tokens, slots }: { tokens: readonly Token[]; slots: Pick<Slots, 'times' | 'zones'> },
  message: string,
): string[] {
  if (!/\p{Ll}/u.test(message)) return []
  const taken = new Set(
    [...slots.times, ...slots.zones].flatMap(({ from, to }) =>
      tokens.slice(from, to).map(({ typed }) => typed.toLowerCase()),
    ),
  )
  const isStarter = (word: string) =>
    STARTERS.has(word.toLowerCase().replace(/['’-].*$/, '')) || /^\d+(?:st|nd|rd|th)$/.test(word)
  // A sentence that ends in a name is followed by another.
  const found = Array.from(message.matchAll(CAPITALIZED), ([span]) => span.split(/\.(?= )/)).flat()
  const spans = found.map((span) => {
    const words = span.split(' ')
    return words.slice(words.findIndex((word) => !isStarter(word))).join(' ')
  })
  return spans
    .filter((span) => !span.split(' ').every(isStarter))
    .flatMap((span) => divided(span))
    .map((name) => name.replace(/['’]s$|[.'’]+$/, ''))
    .map((name) => {
      const [, rest = name, last = ''] = /^(.+) (?:on|in|of|for|at) (\S+)$/.exec(name) ?? []
      return taken.has(last.toLowerCase()) ? rest : name
    })
    .filter((name) => name !== '' && !OTHERS.test(name))
    .filter((name) => !taken.has(name.toLowerCase().split(' ')[0] ?? ''))
    .filter((name) => topicNamed(name.toLowerCase()) === undefined)
}

function divided(text: string): string[] {
  const parts = text.split(BETWEEN)
  return parts.length > 1 ? parts.flatMap((part) => part.split(/[,;]/)) : text.split(AND)
}

/** The names by the words that the model takes for those of a search. */
function tagged({ items, tokens, model }: Reading): string[] {
  const places = searchWords(items, model)
    .flat()
    .filter((at) => !/^[ai]$/.test(tokens[at]?.text ?? ''))
  const groups: string[][] = [[]]
  for (const [index, at] of places.entries()) {
    const before = places[index - 1]
    const gap = before === undefined ? '' : textBetween(tokens, before + 1, at)
    if (gap !== '' && gap !== '&') groups.push([])
    groups.at(-1)?.push(tokens[at]?.typed ?? '')
  }
  return groups
    .filter((words) => !words.every((word) => isOfLists(word.toLowerCase())))
    .map((words) => words.join(' '))
}

const AS_TYPED: Spelling = { isKnown: () => true, correct: () => undefined }

/** Whether a token stands in one of some names. */
export function isPartOf(names: readonly string[], tokens: readonly Token[], at: number): boolean {
  return names.some((name) => {
    const words = readTokens(name, AS_TYPED).map(({ typed }) => typed.toLowerCase())
    const isAt = (start: number) =>
      words.every((word, place) => tokens[start + place]?.typed.toLowerCase() === word)
    return words.some((_, place) => isAt(at - place))
  })
}
