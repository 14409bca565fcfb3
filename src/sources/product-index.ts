import MiniSearch from 'minisearch'
import { inSlices, type Work } from '../ranking/in-slices.ts'
import type { Leaderboard } from '../ranking/leaderboard.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import { isStopWord, searchWords } from './search-words.ts'

export interface ProductIndex {
  /**
   * The ranks of products that match some word and are wanted, at most `limit`: those that match
   * every word first, then the best match first.
   */
  search(query: string, limit: number, isWanted: (rank: number) => boolean): number[]
}

/** What is asked of any product, and what each of them is: such words tell none from another. */
const VAGUE = new Set(
  searchWords('best find good help need want app application platform product software tool'),
)

/** More words than a question has. Each one costs a walk through the index. */
const MAX_WORDS = 16

/** No word is longer, and what it costs to look for one that is spelled wrong grows by the square. */
const MAX_WORD_LENGTH = 40

/** Shorter words are the start of too much, or one letter away from it. */
const PREFIX_LENGTH = 3
const SWAP_LENGTH = 4
const TYPO_LENGTH = 5

/**
 * The best of a ranking are searched, and no more: each takes 1.5 KiB and 25 µs to be put here, and
 * a word that all of them have takes its time as well.
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
      prefix: (word) => word.length >= PREFIX_LENGTH && !isStopWord(word),
      // A word that some product uses is no typing error.
      fuzzy: (word) => isMaybeTypo(word) && !known.has(word) && 0.2,
      maxFuzzy: 2,
    },
  })

  await inSlices(addAll(index, leaderboard))

  return {
    search(query, limit, isWanted) {
      const words = questionWords(query, known)
      return index
        .search(words.join(' '), { filter: ({ id }) => isWanted(id) })
        .map(({ id, score, queryTerms }) => {
          return { id, score, partial: Number(queryTerms.length < words.length) }
        })
        .sort((a, b) => a.partial - b.partial || b.score - a.score || a.id - b.id)
        .map(({ id }) => id)
        .slice(0, limit)
    },
  }
}

/** An id is a rank, which settles what matches equally well. */
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

/** Artificial Intelligence is asked for as AI, Human Resources as HR. */
function withInitials(topic: string) {
  const words = topic.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 1 ? `${topic} ${words.map((word) => word.charAt(0)).join('')}` : topic
}

function isMaybeTypo(word: string) {
  return TYPO_LENGTH <= word.length && word.length <= MAX_WORD_LENGTH && !isStopWord(word)
}

function questionWords(query: string, known: ReadonlySet<string>) {
  // One character may be written out as eighteen.
  const plain = query
    .slice(0, MAX_SEARCH_CHARACTERS)
    .normalize('NFKD')
    .slice(0, MAX_SEARCH_CHARACTERS)
  const words = new Set(searchWords(plain).map((word) => unswapped(word, known)))
  const telling = [...words].filter((word) => !VAGUE.has(word))
  return (telling.length > 0 ? telling : [...words]).slice(0, MAX_WORDS)
}

/** Two letters in the wrong order are one slip, but two edits to the index. */
function unswapped(word: string, known: ReadonlySet<string>) {
  if (word.length < SWAP_LENGTH || MAX_WORD_LENGTH < word.length || known.has(word)) return word
  const slips = Array.from({ length: word.length - 1 }, (_, at) => {
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  })
  return slips.find((slip) => known.has(slip)) ?? word
}
