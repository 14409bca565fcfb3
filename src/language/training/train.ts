import {
  hashOf,
  type IsCue,
  type Item,
  intentFeatures,
  isWord,
  itemsOf,
  type Previous,
  seenIn,
  withoutMarks,
  wordFeatures,
} from '../intent/features.ts'
import { isCueOf, type ModelData, vocabularyOf } from '../intent/model.ts'
import { classesOf } from '../normalise/lexicon.ts'
import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { findSlots } from '../slots/slots.ts'
import { type Asides, type Example, intentOf, queryOf } from './example.ts'
import { examplesOf, type Grammar } from './grammar.ts'
import { createRandom, type Sample, trainClassifier } from './logistic-regression.ts'
import { withAsideAfter, withAsideBefore, withTypo } from './vary.ts'

export interface Lessons {
  examples: readonly Example[]
  asides: Asides
  grammar: Grammar
  /** English words, which are never taken for typos. */
  dictionary: ReadonlySet<string>
}

/** The clock that all examples are read by: what they say of time is relative. */
export const MOMENT = {
  now: new Date('2026-11-20T18:00:00.000Z'),
  defaultTimezone: 'America/New_York',
}

const INTENT = { buckets: 1 << 15, epochs: 6, least: 5, pull: 0.02, levels: 7, prune: 0.2 }
const SEARCH_WORD = { buckets: 1 << 13, epochs: 8, least: 2, pull: 0.001, levels: 12, prune: 0.1 }

/** How often a word has to stand in the examples to say something by itself. */
const MIN_CUE = 4

const UNKNOWN = 'unknown'

const NO_SPELLING: Spelling = { isKnown: () => true, correct: () => undefined }

/** Everything but what is only taught by heart. */
export function train(lessons: Lessons): ModelData {
  const { vocabulary, cues } = vocabularyIn(lessons)
  const close = protectedWords(vocabulary, lessons.dictionary)
  const spelling = createSpelling(vocabularyOf(vocabulary), (word) => close.has(word))
  const words = { vocabulary: vocabulary.join(' '), cues }
  const samples = samplesIn(lessons, spelling, isCueOf(words))
  return {
    ...words,
    protected: bitsOf(close),
    intent: trainClassifier(samples.intents, INTENT),
    searchWord: trainClassifier(samples.words, SEARCH_WORD),
    taught: {},
  }
}

/** The words of the examples, the commonest first, without their typos. */
function vocabularyIn({ examples, grammar, dictionary }: Lessons) {
  const counts = new Map<string, number>()
  const all = [...examples, ...examplesOf(grammar)]
  const sought = new Set(all.flatMap((example) => queryOf(example) ?? []))
  for (const { ask } of all) {
    for (const message of ask) {
      for (const { text } of readUtterance(message, NO_SPELLING).tokens) {
        if (/^[a-z]{2,}$/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
      }
    }
  }
  const words = [...counts]
    .filter(([word, count]) => dictionary.has(word) || sought.has(word) || count > 3)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  const cues = words.filter(([, count]) => count >= MIN_CUE).length
  return { vocabulary: words.map(([word]) => word), cues }
}

/** The words of the dictionary that would be taken for a typo. */
function protectedWords(vocabulary: readonly string[], dictionary: ReadonlySet<string>) {
  const spelling = createSpelling(vocabularyOf(vocabulary), () => false)
  return new Set([...dictionary].filter((word) => spelling.correct(word) !== undefined))
}

function samplesIn({ examples, asides, grammar }: Lessons, spelling: Spelling, isCue: IsCue) {
  const random = createRandom(7)
  const intents: Sample[] = []
  const words: Sample[] = []
  const learn = (example: Example, message: string, previous = previousOf(example)) => {
    const items = itemsIn(message, spelling)
    const label = intentOf(example)
    if (label) {
      intents.push({ features: intentFeatures(items, previous, isCue), label })
      const unknown = items.map((item) => (random() < 0.5 ? forgotten(item) : item))
      intents.push({ features: intentFeatures(unknown, previous, isCue), label })
    }
    const query = queryOf(example)
    if (query) words.push(...wordSamples(items, query, isCue))
  }
  const made = examplesOf(grammar)
  for (const example of made) {
    const message = example.ask.at(-1) ?? ''
    learn(example, message, beforeOf(example, random))
    if (example.intent === 'aside') continue
    if (random() < 0.3) learn(example, withAsideBefore(message, asides, random))
    if (random() < 0.3) learn(example, withAsideAfter(message, asides, random))
  }
  for (const example of examples) {
    const message = example.ask.at(-1) ?? ''
    learn(example, message)
    learn(example, withTypo(message, random))
    if (example.calls === undefined && isShortTalk(example)) continue
    learn(example, withAsideBefore(message, asides, random))
    learn(example, withAsideAfter(message, asides, random))
  }
  const alone = asidesAlone([...examples, ...made], asides).map((aside) => ({
    features: intentFeatures(itemsIn(aside, spelling), anyOf(BEFORE, random), isCue),
    label: 'aside',
  }))
  return { intents: [...intents, ...alone], words }
}

/** What is no wish where nothing stands beside it; "thanks" is more than that. */
function asidesAlone(examples: readonly Example[], { before, after }: Asides): string[] {
  const talk = new Set(
    examples
      .filter(({ answer, intent }) => answer !== undefined && intent !== 'aside')
      .flatMap(({ ask }) => ask.at(-1)?.toLowerCase() ?? []),
  )
  return [...before, ...after].filter((aside) => !talk.has(aside))
}

/** Intents whose words mean the same whatever was asked before. */
const ANYWHERE = new Set(['thanks', 'farewell', 'confetti', 'out-of-scope', 'advice', 'help'])

/** What may have been asked before what a grammar makes. */
const BEFORE = ['none', 'none', 'none', 'talk', 'search', 'ranking'] as const

function beforeOf({ intent = '' }: Example, random: () => number): Previous {
  return ANYWHERE.has(intent) ? anyOf(BEFORE, random) : 'none'
}

function anyOf<Value>(values: readonly [Value, ...Value[]], random: () => number): Value {
  return values[Math.floor(random() * values.length)] ?? values[0]
}

/** Without what content it is: a word that nobody has met. */
function forgotten(item: Item): Item {
  const isContent = !item.isSlot && isWord(item) && classesOf(item.text).length === 0
  return isContent ? { ...item, text: UNKNOWN } : item
}

function itemsIn(message: string, spelling: Spelling) {
  const utterance = readUtterance(message, spelling)
  return itemsOf(utterance, findSlots(utterance, MOMENT))
}

function wordSamples(all: readonly Item[], query: readonly string[], isCue: IsCue): Sample[] {
  const items = withoutMarks(all)
  const seen = seenIn(items, isCue)
  const isKept = (item: Item | undefined) => item !== undefined && query.includes(item.text)
  return items.flatMap((item, at) => {
    if (!isWord(item)) return []
    const features = wordFeatures(seen, at, isKept(items[at - 1]))
    return [{ features, label: isKept(item) ? 'keep' : 'drop' }]
  })
}

/** What stands beside a request is no aside of small talk. */
function isShortTalk({ answer = '' }: Example): boolean {
  return !['advice', 'help', 'out-of-scope', 'item', 'counting', 'instructions'].includes(answer)
}

/** What the messages before asked for, as far as an example's first words tell. */
export function previousOf({ ask }: Example): Previous {
  const before = ask.at(-2)
  if (before === undefined) return 'none'
  if (/\b(?:find|search|look|need)\b/.test(before)) return 'search'
  return /\b(?:hi|hello|thanks)\b/.test(before) ? 'talk' : 'ranking'
}

const BITS_A_WORD = 64

/** A Bloom filter of one hash, four bits a character. Mostly zeros, which compress well. */
function bitsOf(words: ReadonlySet<string>): string {
  const characters = new Uint8Array(Math.ceil((words.size * BITS_A_WORD) / 4))
  for (const word of words) {
    const bit = (hashOf(word) >>> 0) % (characters.length * 4)
    characters[bit >> 2] = (characters[bit >> 2] ?? 0) | (1 << (bit & 3))
  }
  return Array.from(characters, (bits) => bits.toString(16)).join('')
}
