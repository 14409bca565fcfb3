import slots from '../../../data/language/slots.json' with { type: 'json' }
import {
  type Item,
  intentFeatures,
  isWord,
  itemsOf,
  namesOf,
  UNKNOWN,
  withNames,
  wordFeatures,
} from '../intent/features.ts'
import type { ModelData } from '../intent/model.ts'
import { isSearchable, stateAfter, type Tag } from '../intent/search-words.ts'
import { createSpelling, MIN_LETTERS, type Spelling, slipsOf } from '../normalise/spelling.ts'
import { SMALL, type Token } from '../normalise/tokens.ts'
import { findSlots } from '../slots/slots.ts'
import { type Example, readExample } from './examples.ts'
import { createRandom, pick, type Random, type Sample, trainClassifier } from './regression.ts'

/** The clock and time zone by which the times of examples are read. */
export const CLOCK = {
  now: new Date('2026-11-20T18:00:00.000Z'),
  defaultTimezone: 'America/New_York',
}

/** The number of examples with a word from which on typos of it are corrected. */
const MIN_COUNT = 2
/** The number of examples with a word from which on the classifiers know it. */
const MIN_CUE_COUNT = 4
/** A typo is this much rarer than the word that it stands for. */
const TYPO_RATIO = 4
/** The share of words that are taken for unknown ones in a second look at an example. */
const MASKED = 0.4
/** Each word of so short a message matters. */
const MIN_MASKED = 3
/** The share of examples that are also seen with an aside. */
const WITH_ASIDE = 0.6

/** The share of searches that are also seen for something with a name. */
const NAMED_SEARCHES = 0.1

const NO_SPELLING: Spelling = { isKnown: () => true, correct: () => undefined }

/** @param dictionary English words */
export function train(examples: readonly Example[], dictionary: ReadonlySet<string>): ModelData {
  const typed = examples.map((example) => readExample(example, NO_SPELLING))
  // The names that questions are about are no words of the language.
  const counts = countWords(
    typed.flatMap(({ tokens, tags }, at) =>
      tokens.filter(
        (token, place) =>
          tags[place] === 'drop' ||
          !(isCapital(token) || ABOUT_PRODUCTS.test(examples[at]?.intent ?? '')),
      ),
    ),
  )
  const words = vocabularyOf(counts, dictionary)
  // The words of searches may be in no dictionary: "memes".
  const sought = typed.flatMap(({ tokens, tags }) =>
    tokens.flatMap(({ text }, at) => (tags[at] === 'drop' ? [] : text)),
  )
  const names = [...new Set(sought)].filter((word) => !isLikeTypo(word, counts))
  const others = wordsNear(words, [...dictionary, ...ZONE_WORDS, ...names])
  const cues = words.filter((word) => (counts.get(word) ?? 0) >= MIN_CUE_COUNT)
  const samples = samplesOf(examples, new Set(cues), createSpelling(words, others))
  return {
    cues: cues.length,
    words: words.join(' '),
    others: others.join(' '),
    intent: trainClassifier(samples.intents),
    operation: trainClassifier(samples.operations),
    searchWord: trainClassifier(samples.words),
  }
}

const ABOUT_PRODUCTS = /^(?:ask|history)$/

function countWords(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of tokens) {
    if (/^[a-z][a-z'-]+$/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** The words that typos are corrected to, the most common ones first, with those of the slots. */
function vocabularyOf(counts: ReadonlyMap<string, number>, dictionary: ReadonlySet<string>) {
  const isTypo = (word: string, count: number) =>
    word.length >= MIN_LETTERS &&
    !dictionary.has(word) &&
    (count < MIN_CUE_COUNT || isLikeTypo(word, counts))
  const common = [...counts]
    .filter(([word, count]) => count >= MIN_COUNT && !isTypo(word, count))
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([word]) => word)
  return [...new Set([...common, ...SLOT_WORDS])]
}

/** Whether another word one slip away is far more common. */
function isLikeTypo(word: string, counts: ReadonlyMap<string, number>): boolean {
  const min = TYPO_RATIO * (counts.get(word) ?? 0)
  return [...slipsOf(word)].some(({ slip }) => (counts.get(slip) ?? 0) >= min)
}

/** The words of times, numbers and colors. */
const SLOT_WORDS = [
  ...[...Object.values(slots.words), ...Object.values(slots.macros)].flatMap(
    (words) => words.match(/[a-z]{3,}/g) ?? [],
  ),
  ...'today yesterday week month year monday friday sunday'.split(' ').map((word) => `${word}s`),
  ...Object.keys(slots.colors),
  ...SMALL,
]

/** Names of zones, which are no typos. */
const ZONE_WORDS = [
  ...Object.values(slots.zones.places),
  ...Object.values(slots.zones.abbreviations),
].flatMap((names) => names.match(/[a-z]{3,}/g) ?? [])

/** Other words that would be taken for typos. */
function wordsNear(vocabulary: readonly string[], others: readonly string[]): string[] {
  const known = new Set(vocabulary)
  const candidates = new Set(others)
  const near = new Set<string>()
  for (const word of vocabulary) {
    for (const { slip } of slipsOf(word))
      if (candidates.has(slip) && !known.has(slip)) near.add(slip)
  }
  return [...near].sort()
}

/** A message as the model sees it. */
interface Seen {
  items: readonly Item[]
  tags: readonly Tag[]
}

function samplesOf(examples: readonly Example[], cues: ReadonlySet<string>, spelling: Spelling) {
  const intents: Sample[] = []
  const operations: Sample[] = []
  const words: Sample[] = []
  const asides = examples
    .filter(({ intent }) => intent === 'aside')
    .map((example) => read(example, spelling))
  for (const example of examples) {
    // What is drawn for one example depends on no other.
    const random = createRandom(seedOf(example.text))
    for (const seen of variantsOf(example, read(example, spelling), asides, random)) {
      const features = intentFeatures(withNames(seen.items, cues), example.before)
      intents.push({ features, label: example.intent })
      if (example.operation) operations.push({ features, label: example.operation })
      const isTagged = example.operation === undefined || seen.tags.includes('keep')
      if (isTagged && TAGGED.test(example.intent))
        words.push(...wordSamples(namesOf(seen.items, cues), seen))
    }
  }
  return { intents, operations, words }
}

/** Intents of few words: one that is not known speaks against them. */
const CLOSED =
  /^(?:aside|greeting|thanks|farewell|acknowledgement|unclear|again|more|introduction|help)$/
const CAN_HAVE_ASIDE = /^(?:ranking|search|history|confetti|change|narrow|more|again|ask|notify)/

function seedOf(text: string): number {
  return [...text].reduce((seed, sign) => (seed * 31 + (sign.codePointAt(0) ?? 0)) | 0, 7)
}

/** Intents whose words are tagged; of questions those with names. */
const TAGGED = /search|narrow|history|ask|notify|[A-Z]/

/** An example as it is, with words that are not known, and with an aside. */
function variantsOf({ intent }: Example, seen: Seen, asides: readonly Seen[], random: Random) {
  const { items, tags } = seen
  const variants = [seen]
  const isLong = items.length > MIN_MASKED || tags.includes('keep')
  if (isLong && !CLOSED.test(intent)) variants.push({ items: masked(items, random), tags })
  const isNamed = intent !== 'search' || random() < NAMED_SEARCHES
  if (isNamed && tags.includes('keep') && !items.some(({ isName }) => isName)) {
    variants.push(named(seen))
  }
  const aside = pick(asides, random)
  if (aside && CAN_HAVE_ASIDE.test(intent) && random() < WITH_ASIDE) {
    variants.push(random() < 0.5 ? joined(aside, seen) : joined(seen, aside))
  }
  return variants
}

function named({ items, tags }: Seen): Seen {
  return { items: items.map((item, at) => ({ ...item, isName: tags[at] === 'keep' })), tags }
}

function joined(a: Seen, b: Seen): Seen {
  return { items: [...a.items, ...b.items], tags: [...a.tags, ...b.tags] }
}

function read(example: Example, spelling: Spelling): Seen {
  const { tokens, tags } = readExample(example, spelling)
  const items = itemsOf(tokens, findSlots(tokens, CLOCK)).map((item) => {
    return { ...item, isName: tags[item.at] === 'keep' && isCapital(tokens[item.at]) }
  })
  return { items, tags: items.map(({ at }) => tags[at] ?? 'drop') }
}

function isCapital({ typed }: Partial<Token> = {}): boolean {
  return /^\p{Lu}.*\p{Ll}/u.test(typed ?? '')
}

function masked(items: readonly Item[], random: Random): Item[] {
  return items.map((item) =>
    isWord(item) && random() < MASKED ? { ...item, text: UNKNOWN } : item,
  )
}

function wordSamples(names: readonly string[], { items, tags }: Seen): Sample[] {
  return items.flatMap((item, at) => {
    if (!isSearchable(item)) return []
    const features = wordFeatures(names, at, stateAfter(tags.slice(0, at)))
    return [{ features, label: tags[at] ?? 'drop' }]
  })
}
