import { type IsCue, intentFeatures, type Previous } from '../intent/features.ts'
import { type Item, isSearchable, isWord, itemsOf, withoutSymbols } from '../intent/items.ts'
import { type ModelData, spellingOf } from '../intent/model.ts'
import { hashOf, packAnswers, packSet, packWords } from '../intent/packing.ts'
import { stateAfter, type Tag } from '../intent/tagger.ts'
import { contextsIn, type State, wordFeatures } from '../intent/word-features.ts'
import { classesOf, wordSet } from '../normalise/lexicon.ts'
import { isSlip, NO_SPELLING, type Spelling } from '../normalise/spelling.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { findSlots } from '../slots/slots.ts'
import { type Asides, type Example, intentOf, limitsOf, queriesOf } from './example.ts'
import { type Grammar, generateExamples } from './grammar.ts'
import { type Sample, sampleOf, trainClassifier } from './logistic-regression.ts'
import { createRandom, pick, type Random } from './random.ts'
import { withAsideAfter, withAsideBefore, withMark, withTypo } from './vary.ts'

export interface TrainingData {
  examples: readonly Example[]
  asides: Asides
  grammar: Grammar
  /** English words, which are never corrected as typos. */
  dictionary: ReadonlySet<string>
}

/** The fixed clock and time zone for reading relative times in examples. */
export const MOMENT = {
  now: new Date('2026-11-20T18:00:00.000Z'),
  defaultTimezone: 'America/New_York',
}

const INTENT = { buckets: 1 << 15, minCount: 5, l1: 0.04, prune: 0.185 }
const SEARCH_WORD = { buckets: 1 << 15, minCount: 4, l1: 0.08, prune: 0.15 }

/** How often a word must occur in the examples to be a feature of its own. */
const MIN_CUE_COUNT = 7

/** Replaces a content word that is masked, as if it were outside the vocabulary. */
const UNKNOWN = 'unknown'

/** Trains both classifiers; `memorize` adds the examples they get wrong. */
export function train(data: TrainingData): ModelData {
  const words = wordsIn(data)
  const cues = new Set([...words.keys()].filter((word) => (words.get(word) ?? 0) >= MIN_CUE_COUNT))
  const protectedSet = protectedWords(cues, new Set([...data.dictionary, ...words.keys()]))
  const spelling = spellingOf(cues, (word) => protectedSet.has(word))
  const samples = samplesIn(data, spelling, (word) => cues.has(word))
  return {
    cues: packWords([...cues]),
    protected: packSet(protectedSet),
    intent: trainClassifier(samples.intents, INTENT),
    searchWord: trainClassifier(samples.words, SEARCH_WORD),
    memorized: packAnswers(new Map(), []),
  }
}

/** How often each word is in the examples; rare ones, which may be typos, only if known from elsewhere. */
function wordsIn({ examples, grammar, dictionary }: TrainingData) {
  const counts = new Map<string, number>()
  const all = [...examples, ...generateExamples(grammar)]
  const queryWords = new Set(all.flatMap(queriesOf).flatMap((query) => query.split(' ')))
  for (const { ask } of all) {
    for (const message of ask) {
      for (const { text } of readUtterance(message, NO_SPELLING).tokens) {
        if (/^[a-z]{2,}$/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
      }
    }
  }
  return new Map(
    [...counts].filter(([word, count]) =>
      dictionary.has(word)
        ? count > 3
        : (count > 9 || (count > 3 && queryWords.has(word))) && !isFrequentTypo(word, counts),
    ),
  )
}

/** How much more frequent the word is that a typo stands for: "agust", "shwo". */
const TYPO_RATIO = 8

function isFrequentTypo(typed: string, counts: ReadonlyMap<string, number>): boolean {
  const minimum = TYPO_RATIO * (counts.get(typed) ?? 0)
  return [...counts].some(
    ([word, count]) =>
      count >= minimum && word.length > 3 && word !== `${typed}s` && isSlip(typed, word),
  )
}

/** Words that would otherwise be corrected as typos. */
function protectedWords(cues: ReadonlySet<string>, words: ReadonlySet<string>) {
  const spelling = spellingOf(cues, () => false)
  return new Set([...words].filter((word) => spelling.correct(word) !== undefined))
}

/** Samples of both classifiers, augmented with typos, asides and masked content words. */
function samplesIn({ examples, grammar, asides }: TrainingData, spelling: Spelling, isCue: IsCue) {
  const generated = generateExamples(grammar)
  const intents: Sample[] = []
  const words: Sample[] = []
  const addSamples = (
    example: Example,
    message: string,
    random: Random,
    previous = previousOf(example),
  ) => {
    const items = itemsIn(message, spelling)
    const label = intentOf(example)
    const isFixed = CLOSED_VOCABULARY.has(label ?? '') && items.length < 5
    const masked = items.map((item) => (random() < 0.5 && !isFixed ? maskContent(item) : item))
    if (label) {
      intents.push(sampleOf(intentFeatures(items, previous, isCue), label))
      intents.push(sampleOf(intentFeatures(masked, previous, isCue), label))
    }
    const queries = queriesOf(example).map((query) => wordsOf(query, spelling))
    if (queries.length === 0) return
    const tags = tagsOf(withoutSymbols(items), queries, limitsOf(example))
    words.push(...wordSamples(items, tags, isCue), ...wordSamples(masked, tags, isCue))
  }
  for (const example of generated) {
    const message = example.ask.at(-1) ?? ''
    const random = randomOf(example)
    addSamples(example, message, random, simulatePrevious(example, random))
    if (example.intent === 'aside') continue
    if (random() < 0.3) addSamples(example, withAsideBefore(message, asides, random), random)
    if (random() < 0.3) addSamples(example, withAsideAfter(message, asides, random), random)
  }
  for (const example of examples) {
    const message = example.ask.at(-1) ?? ''
    const random = randomOf(example)
    addSamples(example, message, random)
    addSamples(example, withMark(withTypo(message, random), random), random)
    if (SMALL_TALK.has(example.answer ?? '')) continue
    addSamples(example, withAsideBefore(message, asides, random), random)
    addSamples(example, withMark(withAsideAfter(message, asides, random), random), random)
  }
  const random = createRandom(7)
  const standalone = standaloneAsides([...examples, ...generated], asides).map((aside) => {
    const previous = pick(ANY_PREVIOUS, random) ?? 'none'
    return sampleOf(intentFeatures(itemsIn(aside, spelling), previous, isCue), 'aside')
  })
  return { intents: [...intents, ...standalone], words }
}

/** A generator by the example, so that another example does not change its samples. */
function randomOf({ ask }: Example): Random {
  return createRandom(hashOf(ask.join('\n')))
}

/** Asides without an intent of their own, unlike "thanks", which is also an example of talk. */
function standaloneAsides(examples: readonly Example[], { before, after }: Asides): string[] {
  const talk = new Set(
    examples
      .filter(({ answer, intent }) => answer !== undefined && intent !== 'aside')
      .flatMap(({ ask }) => ask.at(-1)?.toLowerCase() ?? []),
  )
  return [...before, ...after].filter((aside) => !talk.has(aside))
}

/** Intents that do not depend on the previous message. */
const CONTEXT_FREE = wordSet('thanks farewell confetti out-of-scope advice help data complaint')

/** Intents with a small vocabulary: an unknown word is evidence against them, so none is masked. */
const CLOSED_VOCABULARY = wordSet(
  'unclear acknowledgement thanks greeting farewell again more introduction help',
)

/** Topics that asides consist of: none is added to their examples. */
const SMALL_TALK = wordSet(
  'greeting thanks farewell acknowledgement unclear introduction future no-confetti what-for',
)

const FOLLOW_UPS = new Set(['item', 'more', 'again', 'change'])
/** Choices of the previous message's intent, for generated examples. */
const BEFORE_FOLLOW_UP = ['ranking', 'search'] as const
const ANY_PREVIOUS = ['none', 'none', 'none', 'talk', 'search', 'ranking'] as const

function simulatePrevious({ intent = '' }: Example, random: Random): Previous | undefined {
  if (FOLLOW_UPS.has(intent)) return pick(BEFORE_FOLLOW_UP, random)
  return CONTEXT_FREE.has(intent) ? pick(ANY_PREVIOUS, random) : 'none'
}

/** Replaces a content word with an unknown one, so that the model copes with unseen words. */
function maskContent(item: Item): Item {
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

/** The expected tag of each item, given the words of each query in order. */
function tagsOf(
  items: readonly Item[],
  queries: readonly (readonly string[])[],
  limits: readonly unknown[],
): Tag[] {
  let current = 0
  let hasStarted = false
  return items.map(({ text, token }): Tag => {
    if (text === 'NUM' && limits.includes(Number(token.text))) return 'count'
    const later = queries.findIndex((words, at) => at > current && words.includes(text))
    if (queries[current]?.includes(text)) {
      hasStarted = true
      return 'keep'
    }
    if (later < 0) return 'drop'
    current = later
    return hasStarted ? 'next' : 'keep'
  })
}

function wordSamples(items: readonly Item[], tags: readonly Tag[], isCue: IsCue): Sample[] {
  let state: State = 'none'
  return contextsIn(withoutSymbols(items), isCue).flatMap((word, at) => {
    const label = tags[at] ?? 'drop'
    const sample = sampleOf(wordFeatures(word, state), label)
    state = stateAfter(state, label)
    return isSearchable(word.item) ? [sample] : []
  })
}

/** What the previous message asked for, guessed from a few keywords. */
function previousOf({ ask }: Example): Previous {
  const previous = ask.at(-2)
  if (previous === undefined) return 'none'
  if (/\b(?:find|search|look|need)\b/.test(previous)) return 'search'
  return /\b(?:hi|hello|thanks)\b/.test(previous) ? 'talk' : 'ranking'
}
