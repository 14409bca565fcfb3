import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { type Classifier, createClassifier, type Weights } from './classifier.ts'

/** The result of training. */
export interface ModelData {
  /** Words that typos are corrected to, the most common ones first. */
  words: string
  /** The number of them that the classifiers know. */
  cues: number
  /** English words that are one slip away from one of them, and no typos. */
  others: string
  intent: Weights
  /** What a question asks. */
  operation: Weights
  searchWord: Weights
}

export interface Model {
  cues: ReadonlySet<string>
  spelling: Spelling
  intent: Classifier
  operation: Classifier
  searchWord: Classifier
}

export function createModel({ cues, intent, operation, searchWord, ...data }: ModelData): Model {
  const words = data.words.split(' ')
  return {
    cues: new Set(words.slice(0, cues)),
    spelling: createSpelling(words, data.others.split(' ')),
    intent: createClassifier(intent),
    operation: createClassifier(operation),
    searchWord: createClassifier(searchWord),
  }
}
