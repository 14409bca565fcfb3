import { LEXICON_WORDS, ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { createClassifier, type Guess, type Weights } from './classifier.ts'
import {
  canBeSought,
  hashOf,
  type IsCue,
  type Item,
  intentFeatures,
  type Previous,
  seenIn,
  wordFeatures,
} from './features.ts'

/** What is learned from the examples. */
export interface ModelData {
  /** Words of the examples, the commonest first, with spaces between. */
  vocabulary: string
  /** How many of them are frequent enough to say something by themselves. */
  cues: number
  /** English words that come close to one of them: a set of bits, four a character. */
  protected: string
  intent: Weights
  searchWord: Weights
  /** Examples that are answered right from memory alone: messages, and the calls or the topic. */
  taught: Readonly<Record<string, string>>
}

export interface Model {
  spelling: Spelling
  intentOf(items: readonly Item[], previous: Previous): Guess
  /** How likely each item is a word to search for. */
  searchWords(items: readonly Item[]): number[]
  taught(key: string): string | undefined
}

const CALENDAR = (
  'mid early late half end start jan feb mar apr jun jul aug sep sept oct nov dec sat sun wed ' +
  'january february march april may june july august september october november december monday ' +
  'tuesday wednesday thursday friday saturday sunday yesterday today tonight tomorrow weekend ' +
  'week month year quarter day hour days weeks months years hours quarters morning afternoon ' +
  'evening night christmas halloween thanksgiving spring summer autumn winter last past previous ' +
  'this current three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'twenty thirty dozen couple first second third fourth fifth'
).split(' ')

export function createModel(data: ModelData): Model {
  const intentOf = createClassifier(data.intent)
  const searchWord = createClassifier(data.searchWord)
  const words = data.vocabulary.split(' ')
  const isCue = isCueOf(data)
  return {
    spelling: createSpelling(
      vocabularyOf(words),
      (word) => isCity(word) || isInSet(data.protected, word),
    ),
    intentOf: (items, previous) => intentOf(intentFeatures(items, previous, isCue)),
    searchWords(items) {
      const seen = seenIn(items, isCue)
      let isLastKept = false
      return items.map((item, at) => {
        const { name, probability } = searchWord(wordFeatures(seen, at, isLastKept))
        const likely = !canBeSought(item) ? 0 : name === 'keep' ? probability : 1 - probability
        isLastKept = likely >= 0.5
        return likely
      })
    },
    taught: (key) => (Object.hasOwn(data.taught, key) ? data.taught[key] : undefined),
  }
}

export function isCueOf({ vocabulary, cues }: Pick<ModelData, 'vocabulary' | 'cues'>): IsCue {
  const words = new Set(vocabulary.split(' ').slice(0, cues))
  return (word) => words.has(word)
}

/** All known words, the commonest first. */
export function vocabularyOf(words: readonly string[]): string[] {
  const places = [...ZONE_PLACES.keys()].flatMap((name) => name.split(' '))
  return [
    ...new Set([...CALENDAR, ...words, ...LEXICON_WORDS, ...places, ...ZONE_ABBREVIATIONS.keys()]),
  ]
}

let cities: ReadonlySet<string> | undefined

/** Whether a word is of the name of a time zone. */
function isCity(word: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.toLowerCase().split(/[/_]/)),
  )
  return cities.has(word)
}

/** A Bloom filter of one hash: some other words seem to be in it, and stay as they are typed. */
function isInSet(bits: string, word: string): boolean {
  if (bits === '') return false
  const bit = (hashOf(word) >>> 0) % (bits.length * 4)
  const character = Number.parseInt(bits.charAt(bit >> 2), 16)
  return ((character >> (bit & 3)) & 1) === 1
}
