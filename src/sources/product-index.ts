import MiniSearch from 'minisearch'
import { nextTurn } from '../core/next-turn.ts'
import type { Leaderboard } from '../ranking/leaderboard.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import { isStopWord, isSyllabic, searchWords, withEndings, withInitials } from './search-words.ts'

export interface ProductIndex {
  /**
   * The products that match at least one word and pass the filter, at most `limit`: the product of
   * that name first, then those that match every word, then by score.
   */
  search(query: string, limit: number, filter: Filter): Product[]
}

type Filter = (rank: number) => boolean

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
const MIN_SYLLABIC_PREFIX_LENGTH = 2
const MIN_SWAP_LENGTH = 4
const MIN_TYPO_LENGTH = 5

/**
 * Only the best of a ranking are indexed: each takes 1.5 KiB and 25 µs, and a search for a word that
 * all of them have takes longer the more there are.
 */
export const MAX_INDEXED = 50_000

/** Takes about 10 ms. */
const INDEXED_AT_ONCE = 400

export async function createProductIndex(leaderboard: Leaderboard): Promise<ProductIndex> {
  const known = new Set<string>()
  const byName = new Map<string, number>()
  const index = new MiniSearch<Indexed>({
    fields: ['name', 'tagline', 'topics'],
    tokenize: searchWords,
    processTerm(word) {
      const words = withEndings(word)
      for (const one of words) known.add(one)
      return words
    },
    searchOptions: {
      tokenize: (words) => words.split(' '),
      processTerm: (word) => word,
      boost: { name: 4, tagline: 2 },
      weights: { prefix: 0.4, fuzzy: 0.2 },
      prefix: isPrefix,
      // A word that some product uses is not a typo.
      fuzzy: (word) => isMaybeTypo(word) && !known.has(word) && 0.2,
      maxFuzzy: 2,
    },
  })

  // The id of an entry is its rank, which decides between equal scores.
  const products = leaderboard.products.slice(0, MAX_INDEXED)
  for (const [rank, product] of products.entries()) {
    index.add(indexed(rank, product))
    const key = nameKey(product.name)
    byName.set(key, byName.get(key) ?? rank)
    if (rank % INDEXED_AT_ONCE === INDEXED_AT_ONCE - 1) await nextTurn()
  }

  return {
    search(query, limit, filter) {
      const words = questionWords(query, known)
      const named = byName.get(nameKey(query.slice(0, MAX_SEARCH_CHARACTERS)))
      return index
        .search(words.join(' '), { filter: ({ id }) => filter(id) })
        .map(({ id, score, queryTerms }) => {
          const partial = id === named ? -1 : Number(queryTerms.length < words.length)
          return { id, score, partial }
        })
        .sort((a, b) => a.partial - b.partial || b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .flatMap(({ id }) => products[id] ?? [])
    },
  }
}

/** The words of a name, of which a search leaves some out. */
function nameKey(name: string): string {
  return searchWords(name).join(' ')
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

function isPrefix(word: string) {
  if (isSyllabic(word)) return word.length >= MIN_SYLLABIC_PREFIX_LENGTH
  return word.length >= MIN_PREFIX_LENGTH && !isStopWord(word)
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
