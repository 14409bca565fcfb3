import { isCity, LEXICON_WORDS, ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import { ORDINALS, SMALL } from '../normalise/numbers.ts'
import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { COLORS } from '../slots/confetti.ts'
import { SLOT_WORDS } from '../slots/slot-words.ts'
import { createClassifier, type Guess, type Weights } from './classifier.ts'
import { intentFeatures, type Previous } from './features.ts'
import type { Item } from './items.ts'
import { type PackedAnswers, unpackAnswers, unpackSet, unpackWords } from './packing.ts'
import { createTagger, type Tag } from './tagger.ts'

/** The trained model, as stored in data/language/model.json. */
export interface ModelData {
  /** Packed words that are frequent enough in the examples to be features of their own. */
  cues: string
  /** Packed set of English words that the spelling correction must leave alone. */
  protected: string
  intent: Weights
  searchWord: Weights
  /** Examples that the classifiers get wrong: their calls (as JSON) or topic. */
  memorized: PackedAnswers
}

export interface Model {
  spelling: Spelling
  intentsOf(items: readonly Item[], previous: Previous): Guess[]
  /** One tag an item: whether it belongs to a search query. */
  tagsOf(items: readonly Item[]): Tag[]
  memorized(text: string): string | undefined
}

/** Common words that are rare in the examples. */
const COMMON = [
  ...'mid jan feb mar apr jun jul aug sep sept sat sun wed christmas thanksgiving'.split(' '),
  ...'spring summer autumn winter current quarters dozen couple twenty thirty'.split(' '),
  ...SMALL.slice(3, 16),
  ...ORDINALS.slice(1),
]

export function createModel(data: ModelData): Model {
  const intentsOf = createClassifier(data.intent)
  const cues = new Set(unpackWords(data.cues))
  const isProtected = unpackSet(data.protected)
  const isCue = (word: string) => cues.has(word)
  return {
    spelling: spellingOf(cues, (word) => isCity(word) || isProtected(word)),
    intentsOf: (items, previous) => intentsOf(intentFeatures(items, previous, isCue)),
    tagsOf: createTagger(data.searchWord, isCue),
    memorized: unpackAnswers(data.memorized),
  }
}

export function spellingOf(cues: ReadonlySet<string>, isProtected: (word: string) => boolean) {
  const placeNames = [...ZONE_PLACES.keys()].flatMap((name) => name.split(' '))
  const common = new Set([...COMMON, ...cues])
  const names = [...placeNames, ...ZONE_ABBREVIATIONS.keys(), ...COLORS.keys()]
  const known = new Set([...common, ...LEXICON_WORDS, ...names])
  return createSpelling({ known, common, decisive: SLOT_WORDS }, isProtected)
}
