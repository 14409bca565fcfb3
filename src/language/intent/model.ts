import { LEXICON_WORDS, ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { createClassifier, type Distribution, type Weights } from './classifier.ts'
import { type IsCue, type Item, intentFeatures, type Previous } from './features.ts'
import { hashOf, unpackSet, unpackWords } from './packing.ts'
import { createTagger, type Tag } from './tagger.ts'

/** What is learned from the examples. */
export interface ModelData {
  /** Words that are frequent enough in the examples to say something by themselves. */
  cues: string
  /** Other words of the examples. */
  words: string
  /** English words that come close to one of them. */
  protected: string
  intent: Weights
  searchWord: Weights
  /** Examples that are answered right from memory alone: the calls or the topic by a hash of the text. */
  memorized: Readonly<Record<string, string>>
}

export interface Model {
  spelling: Spelling
  intents: readonly string[]
  /** How probable each intent is. */
  intentsOf(items: readonly Item[], previous: Previous): Distribution
  /** Whether each item is a word to search for. */
  tagsOf(items: readonly Item[]): Tag[]
  memorized(text: string): string | undefined
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
  const intentsOf = createClassifier(data.intent)
  const vocabulary = { cues: unpackWords(data.cues), words: unpackWords(data.words) }
  const isProtected = unpackSet(data.protected)
  const isCue = isCueOf(vocabulary)
  return {
    spelling: spellingOf(vocabulary, (word) => isCity(word) || isProtected(word)),
    intents: data.intent.classes,
    intentsOf: (items, previous) => intentsOf(intentFeatures(items, previous, isCue)),
    tagsOf: createTagger(data.searchWord, isCue),
    memorized(text) {
      const key = keyOf(text)
      return Object.hasOwn(data.memorized, key) ? data.memorized[key] : undefined
    },
  }
}

/** Words of the examples, those first that are frequent in them. */
export interface Vocabulary {
  cues: readonly string[]
  words: readonly string[]
}

export function isCueOf({ cues }: Vocabulary): IsCue {
  const words = new Set(cues)
  return (word) => words.has(word)
}

export function spellingOf({ cues, words }: Vocabulary, isProtected: (word: string) => boolean) {
  const places = [...ZONE_PLACES.keys()].flatMap((name) => name.split(' '))
  const common = [...CALENDAR, ...cues]
  const known = [...common, ...words, ...LEXICON_WORDS, ...places, ...ZONE_ABBREVIATIONS.keys()]
  return createSpelling(new Set(known), new Set(common), isProtected)
}

/** What an example is memorized by. */
export function keyOf(text: string): string {
  return hashOf(text).toString(36)
}

let cities: ReadonlySet<string> | undefined

/** Whether a word is of the name of a time zone. */
function isCity(word: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.toLowerCase().split(/[/_]/)),
  )
  return cities.has(word)
}
