import MiniSearch from 'minisearch'
import { inSlices, type Work } from '../ranking/in-slices.ts'
import type { Leaderboard } from '../ranking/leaderboard.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import { isStopWord, searchWords } from './search-words.ts'

export interface ProductIndex {
  /**
   * The ranks of the products that match at least one word and pass the filter, at most `limit`:
   * products that match every word first, then by score.
   */
  search(query: string, limit: number, filter: (rank: number) => boolean): number[]
}

/** Words that could describe any product, and so do not narrow a search. */
const VAGUE_WORDS = new Set(
  searchWords('best find good help need want app application platform product software tool'),
)

/** More than a question has. Each word costs a walk through the index. */
const MAX_WORDS = 16

/** No word is longer, and the cost of a fuzzy search grows with the square of the length. */
const MAX_WORD_LENGTH = 40

/** Shorter words would match too much as a prefix or with a typo. */
const MIN_PREFIX_LENGTH = 3
const MIN_SWAP_LENGTH = 4
const MIN_TYPO_LENGTH = 5

/**
 * Only the best of a ranking are indexed: each takes 1.5 KiB and 25 µs, and a search for a word that
 * all of them have takes longer the more there are.
 */
export const MAX_INDEXED = 50_000

export async function createProductIndex(leaderboard: Leaderboard): Promise<ProductIndex> {
  const known = new Set<string>()
  const index = new MiniSearch<Indexed>({
    fields: ['name', 'tagline', 'topics'],
    tokenize: searchWords,
    processTerm(word) {
      known.add(word)
      return word
    },
    searchOptions: {
      tokenize: (words) => words.split(' '),
      processTerm: (word) => word,
      boost: { name: 4, tagline: 2 },
      weights: { prefix: 0.4, fuzzy: 0.2 },
      prefix: (word) => word.length >= MIN_PREFIX_LENGTH && !isStopWord(word),
      // A word that some product uses is not a typo.
      fuzzy: (word) => isMaybeTypo(word) && !known.has(word) && 0.2,
      maxFuzzy: 2,
    },
  })

  await inSlices(addAll(index, leaderboard))

  return {
    search(query, limit, filter) {
      const words = questionWords(query, known)
      return index
        .search(words.join(' '), { filter: ({ id }) => filter(id) })
        .map(({ id, score, queryTerms }) => {
          return { id, score, partial: Number(queryTerms.length < words.length) }
        })
        .sort((a, b) => a.partial - b.partial || b.score - a.score || a.id - b.id)
        .map(({ id }) => id)
        .slice(0, limit)
    },
  }
}

/** The id of an entry is its rank, which decides between equal scores. */
function* addAll(index: MiniSearch<Indexed>, leaderboard: Leaderboard): Work<void> {
  const count = Math.min(leaderboard.length, MAX_INDEXED)
  for (let rank = 0; rank < count; rank += 1) {
    index.add(indexed(rank, leaderboard.product(rank)))
    yield
  }
}

interface Indexed {
  id: number
  name: string
  tagline: string
  topics: string
}

function indexed(id: number, { name, tagline, topics }: Product): Indexed {
  return { id, name, tagline: tagline ?? '', topics: topics.map(withInitials).join(' ') }
}

/** People search for Artificial Intelligence as AI, and for Human Resources as HR. */
function withInitials(topic: string) {
  const words = topic.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 1 ? `${topic} ${words.map((word) => word.charAt(0)).join('')}` : topic
}

function isMaybeTypo(word: string) {
  return MIN_TYPO_LENGTH <= word.length && word.length <= MAX_WORD_LENGTH && !isStopWord(word)
}

function questionWords(query: string, known: ReadonlySet<string>) {
  // Normalisation can turn one character into eighteen.
  const plain = query
    .slice(0, MAX_SEARCH_CHARACTERS)
    .normalize('NFKD')
    .slice(0, MAX_SEARCH_CHARACTERS)
  const words = new Set(searchWords(plain).map((word) => unswapped(word, known)))
  const specific = [...words].filter((word) => !VAGUE_WORDS.has(word))
  return (specific.length > 0 ? specific : [...words]).slice(0, MAX_WORDS)
}

/** Two swapped letters are one typo, but two edits for the index. */
function unswapped(word: string, known: ReadonlySet<string>) {
  if (word.length < MIN_SWAP_LENGTH || MAX_WORD_LENGTH < word.length || known.has(word)) return word
  const candidates = Array.from({ length: word.length - 1 }, (_, at) => {
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  })
  return candidates.find((candidate) => known.has(candidate)) ?? word
}
