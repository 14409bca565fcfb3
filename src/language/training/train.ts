import {
  canBeSought,
  type IsCue,
  type Item,
  intentFeatures,
  isWord,
  itemsOf,
  type Previous,
} from '../intent/features.ts'
import { isCueOf, type ModelData, spellingOf, type Vocabulary } from '../intent/model.ts'
import { packSet, packWords } from '../intent/packing.ts'
import { stateAfter, type Tag } from '../intent/tagger.ts'
import { type State, seenIn, withoutMarks, wordFeatures } from '../intent/word-features.ts'
import { classesOf } from '../normalise/lexicon.ts'
import type { Spelling } from '../normalise/spelling.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { findSlots } from '../slots/slots.ts'
import { type Asides, type Example, intentOf, limitsOf, queriesOf } from './example.ts'
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

const INTENT = { buckets: 1 << 15, epochs: 5, least: 5, pull: 0.027, levels: 6, prune: 0.2 }
const SEARCH_WORD = { buckets: 1 << 15, epochs: 6, least: 4, pull: 0.08, levels: 10, prune: 0.1 }

/** How often a word has to stand in the examples to say something by itself. */
const MIN_CUE = 4

const UNKNOWN = 'unknown'

const NO_SPELLING: Spelling = { isKnown: () => true, correct: () => undefined }

/** Everything but the examples that are memorized. */
export function train(lessons: Lessons): ModelData {
  const vocabulary = vocabularyIn(lessons)
  const close = protectedWords(vocabulary, lessons.dictionary)
  const spelling = spellingOf(vocabulary, (word) => close.has(word))
  const samples = samplesIn(lessons, remembered(spelling), isCueOf(vocabulary))
  return {
    cues: packWords(vocabulary.cues),
    words: packWords(vocabulary.words),
    protected: packSet(close, typosIn(lessons, vocabulary)),
    intent: trainClassifier(samples.intents, INTENT),
    searchWord: trainClassifier(samples.words, SEARCH_WORD),
    memorized: {},
  }
}

/** The words of the examples without their typos. */
function vocabularyIn({ examples, grammar, dictionary }: Lessons): Vocabulary {
  const counts = new Map<string, number>()
  const all = [...examples, ...examplesOf(grammar)]
  const sought = new Set(all.flatMap(queriesOf).flatMap((query) => query.split(' ')))
  for (const { ask } of all) {
    for (const message of ask) {
      for (const { text } of readUtterance(message, NO_SPELLING).tokens) {
        if (/^[a-z]{2,}$/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
      }
    }
  }
  const words = [...counts].filter(
    ([word, count]) => count > 3 || (count > 1 && (dictionary.has(word) || sought.has(word))),
  )
  const named = (isCue: boolean) =>
    words.flatMap(([word, count]) => (count >= MIN_CUE === isCue ? word : [])).sort()
  return { cues: named(true), words: named(false) }
}

/** Words stand in many examples: each is corrected once. */
function remembered({ isKnown, correct }: Spelling): Spelling {
  const corrections = new Map<string, string | undefined>()
  return {
    isKnown,
    correct(word) {
      if (!corrections.has(word)) corrections.set(word, correct(word))
      return corrections.get(word)
    },
  }
}

/** The words of the examples that nobody knows, and that are put right. */
function typosIn({ examples, dictionary }: Lessons, vocabulary: Vocabulary): string[] {
  const spelling = spellingOf(vocabulary, () => false)
  const words = examples.flatMap(
    ({ ask }) =>
      ask
        .join(' ')
        .toLowerCase()
        .match(/[a-z]+/g) ?? [],
  )
  return [...new Set(words)].filter(
    (word) => !dictionary.has(word) && spelling.correct(word) !== undefined,
  )
}

/** The words of the dictionary that would be taken for a typo. */
function protectedWords(vocabulary: Vocabulary, dictionary: ReadonlySet<string>) {
  const spelling = spellingOf(vocabulary, () => false)
  return new Set([...dictionary].filter((word) => spelling.correct(word) !== undefined))
}

function samplesIn({ examples, grammar, ...lessons }: Lessons, spelling: Spelling, isCue: IsCue) {
  const random = createRandom(7)
  const made = examplesOf(grammar)
  const asides = {
    before: lessons.asides.before,
    after: [...lessons.asides.after],
  }
  const intents: Sample[] = []
  const words: Sample[] = []
  const learn = (example: Example, message: string, previous = previousOf(example)) => {
    const items = itemsIn(message, spelling)
    const label = intentOf(example)
    const isFixed = COURTESY.has(label ?? '') && items.length < 5
    const unknown = items.map((item) => (random() < 0.5 && !isFixed ? forgotten(item) : item))
    if (label) {
      intents.push({ features: intentFeatures(items, previous, isCue), label })
      intents.push({ features: intentFeatures(unknown, previous, isCue), label })
    }
    const queries = queriesOf(example).map((query) => wordsOf(query, spelling))
    if (queries.length === 0) return
    const tags = tagsOf(items, queries, limitsOf(example))
    words.push(...wordSamples(items, tags, isCue), ...wordSamples(unknown, tags, isCue))
  }
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
  const alone = asidesAlone([...examples, ...made], lessons.asides).map((aside) => ({
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

/** Said in words of their own: a word that nobody has met is none of them. */
const COURTESY = new Set(
  'unclear acknowledgement thanks greeting farewell again more introduction help'.split(' '),
)

/** What may have been asked before what a grammar makes. */
const BEFORE_SEARCH = ['search', 'search', 'ranking'] as const
const BEFORE_CHANGE = ['ranking', 'ranking', 'search'] as const
const FOLLOWS = new Set(['item', 'more', 'again', 'change'])
const BEFORE = ['none', 'none', 'none', 'talk', 'search', 'ranking'] as const

function beforeOf(example: Example, random: () => number): Previous {
  const { intent = '' } = example
  if (queriesOf(example).length > 0 && intent === 'change') return anyOf(BEFORE_SEARCH, random)
  if (FOLLOWS.has(intent)) return anyOf(BEFORE_CHANGE, random)
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

function wordsOf(query: string, spelling: Spelling): string[] {
  return readUtterance(query, spelling).tokens.map(({ text }) => text)
}

/** Which items each search looks for. */
function tagsOf(
  items: readonly Item[],
  queries: readonly (readonly string[])[],
  limits: readonly unknown[],
): Tag[] {
  let place = 0
  let isBegun = false
  return items.map(({ text, token }): Tag => {
    if (text === 'NUM' && limits.includes(Number(token.text))) return 'count'
    const later = queries.findIndex((words, at) => at > place && words.includes(text))
    if (queries[place]?.includes(text)) {
      isBegun = true
      return 'keep'
    }
    if (later < 0) return 'drop'
    place = later
    return isBegun ? 'next' : 'keep'
  })
}

function wordSamples(all: readonly Item[], allTags: readonly Tag[], isCue: IsCue): Sample[] {
  const tagOf = new Map(all.map(({ token }, at) => [token, allTags[at] ?? 'drop']))
  const items = withoutMarks(all)
  const seen = seenIn(items, isCue)
  let state: State = 'none'
  return items.flatMap((item, at) => {
    const label = tagOf.get(item.token) ?? 'drop'
    const features = wordFeatures(seen, at, state)
    state = stateAfter(state, label)
    return canBeSought(item) ? [{ features, label }] : []
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
