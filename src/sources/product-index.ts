import MiniSearch from 'minisearch'
import { nextTurn } from '../core/next-turn.ts'
import type { Leaderboard } from '../ranking/leaderboard.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import { productNames } from './product-names.ts'
import {
  indexedWords,
  isStopWord,
  isSyllabic,
  readWords,
  searchStems,
  stem,
  type Word,
  withInitials,
} from './search-words.ts'

export interface ProductIndex {
  /**
   * The products that match at least one word and pass the filter, at most `limit`: those of that
   * name first, as it is written, then those that match every word, then by score.
   */
  search(query: string, limit: number, filter: Filter): Product[]
}

type Filter = (rank: number) => boolean

/** Words that could describe any product, and so do not narrow a search. */
const VAGUE_WORDS = new Set(
  searchStems('best find good help need want app application platform product software tool'),
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
  const index = new MiniSearch<Indexed>({
    fields: ['name', 'tagline', 'topics'],
    tokenize(text) {
      // A name does not fit better for saying a word twice.
      const words = new Set(indexedWords(text))
      for (const word of words) known.add(word)
      return [...words]
    },
    processTerm: (word) => word,
    searchOptions: {
      tokenize: (words) => words.split(' '),
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
  const names = productNames()
  for (const [rank, product] of products.entries()) {
    index.add(indexed(rank, product))
    names.add(rank, product.name)
    if (rank % INDEXED_AT_ONCE === INDEXED_AT_ONCE - 1) await nextTurn()
  }

  /** At least `limit` of them, if that many match. */
  const matching = (words: string[], limit: number, filter: Filter, alike: ReadonlySet<number>) => {
    const initials = new Set(words.map((word) => word.charAt(0)))
    const found = index.search(words.join(' '), {
      // "Dating" is no slip of "eating": nobody mistakes the first letter of a word.
      filter: ({ id, terms }) => filter(id) && terms.some((term) => initials.has(term.charAt(0))),
    })
    // The closest matches come first; the others are sorted only where they are shown.
    const byMisses: (typeof found)[] = [[], [], [], []]
    for (const one of found) {
      const misses = Number(one.queryTerms.length < words.length) * 2 + Number(!alike.has(one.id))
      byMisses[misses]?.push(one)
    }
    const best = new Set<number>()
    for (const some of byMisses) {
      if (best.size >= limit) break
      for (const { id } of some.sort((a, b) => b.score - a.score || a.id - b.id)) best.add(id)
    }
    return best
  }

  return {
    search(query, limit, filter) {
      const { named, alike, misspelt } = names.find(query.slice(0, MAX_SEARCH_CHARACTERS))
      const written = writtenWords(query)
      const isMisspelt = written.some(({ text }) => isUnknown(text, known))
      const words = wordsOf(written, known)
      const [first = '', ...others] = words
      const begun = others.length > 0 ? [] : names.begun(first)
      const ranks = [
        ...firstOf(isMisspelt ? [...named, ...misspelt()] : named, limit, filter),
        ...matching(words, limit, filter, new Set(alike)),
        ...firstOf(begun, limit, filter),
      ]
      return [...new Set(ranks)].slice(0, limit).flatMap((rank) => products[rank] ?? [])
    },
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

function isPrefix(word: string) {
  if (isSyllabic(word)) return word.length >= MIN_SYLLABIC_PREFIX_LENGTH
  return word.length >= MIN_PREFIX_LENGTH && !isStopWord(word)
}

function isMaybeTypo(word: string) {
  return MIN_TYPO_LENGTH <= word.length && word.length <= MAX_WORD_LENGTH && !isStopWord(word)
}

/** The first of several lists that pass the filter. */
function firstOf(lists: readonly (readonly number[])[], limit: number, filter: Filter): number[] {
  const first: number[] = []
  for (const ranks of lists) {
    for (const rank of ranks) {
      if (first.length === limit) return first
      if (filter(rank)) first.push(rank)
    }
  }
  return first
}

function isUnknown(word: string, known: ReadonlySet<string>): boolean {
  return word.length >= MIN_PREFIX_LENGTH && !known.has(word) && !known.has(stem(word))
}

function writtenWords(query: string): Word[] {
  // Normalisation can turn one character into eighteen.
  const plain = query
    .slice(0, MAX_SEARCH_CHARACTERS)
    .normalize('NFKD')
    .slice(0, MAX_SEARCH_CHARACTERS)
  return readWords(plain)
}

function wordsOf(written: readonly Word[], known: ReadonlySet<string>): string[] {
  const words = new Set(written.flatMap((word) => formsOf(word, known)))
  const specific = [...words].filter((word) => !VAGUE_WORDS.has(word))
  return (specific.length > 0 ? specific : [...words]).slice(0, MAX_WORDS)
}

/** The forms of a word that some product may have: "web3", or else "web" and "3". */
function formsOf({ text, signed, parts }: Word, known: ReadonlySet<string>): string[] {
  const isWritten = known.has(text) || known.has(stem(text)) || parts.length === 0
  // "iPhone 17" is found by "iphone17", even where another name has that.
  const isSplit = !isWritten || parts.length > 1
  const forms = [...(isWritten ? written(text, known) : []), ...(isSplit ? parts.map(stem) : [])]
  return signed && known.has(signed) ? [signed, ...forms] : forms
}

/** A word as some product may have it: with two letters swapped, or in two words. */
function written(word: string, known: ReadonlySet<string>): string[] {
  const own = unswapped(word, known)
  return known.has(own) ? [own] : (parted(word, known) ?? [own])
}

/** "Timetracker" finds "Time Tracker". */
function parted(word: string, known: ReadonlySet<string>): string[] | undefined {
  const ends = Math.min(word.length, MAX_WORD_LENGTH) - MIN_PREFIX_LENGTH
  for (let at = MIN_PREFIX_LENGTH; at <= ends; at += 1) {
    const parts = [stem(word.slice(0, at)), stem(word.slice(at))]
    if (parts.every((part) => known.has(part))) return parts
  }
  return undefined
}

/** Two swapped letters are one typo, but two edits for the index. */
function unswapped(word: string, known: ReadonlySet<string>) {
  const own = known.has(word) ? word : stem(word)
  if (word.length < MIN_SWAP_LENGTH || MAX_WORD_LENGTH < word.length || known.has(own)) return own
  const candidates = Array.from({ length: word.length - 1 }, (_, at) => {
    return stem(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2))
  })
  return candidates.find((candidate) => known.has(candidate)) ?? own
}
