import { withInitials } from '../../sources/search-words.ts'
import { isTopic } from '../intent/items.ts'
import { wordsIn } from '../normalise/utterance.ts'
import { type Listed, taglineOf } from './listed-products.ts'
import type { Part } from './parts.ts'
import { DETAIL } from './reply-intent.ts'

/** "Which one is for developers?", "the translation one", "any of these about music?" */
const SELECTING = /\b(?:which|any(?:thing)?|ones?|something|how many|(?:what|how) about)\b/
/** Of words at least this long the beginning alone must agree: "translation", "translates". */
const MIN_PREFIX = 5

/** The words by which a part picks some of the listed products. */
export function describingWords({ items, text }: Part): string[] {
  if (!SELECTING.test(text)) return []
  const words = items.filter(isTopic).map(({ token }) => token.text)
  return words.filter((word) => !DETAIL.test(word))
}

/**
 * The products whose names, taglines or topics have the most of the words.
 * @param minimum how many words those must be
 */
export function describedBy(
  words: readonly string[],
  listed: readonly Listed[],
  minimum = 1,
): Listed[] {
  const counts = listed.map((product) => {
    const own = ownWords(product)
    return words.filter((word) => own.some((other) => isSameWord(word, other))).length
  })
  const most = Math.max(...counts)
  return most >= minimum ? listed.filter((_, at) => counts[at] === most) : []
}

function ownWords(product: Listed): string[] {
  const topics = 'id' in product ? product.topics.map(withInitials) : []
  return wordsIn([product.name, taglineOf(product), ...topics].join(' '))
}

function isSameWord(a: string, b: string): boolean {
  const isLong = Math.min(a.length, b.length) >= MIN_PREFIX
  return isLong ? a.slice(0, MIN_PREFIX) === b.slice(0, MIN_PREFIX) : singular(a) === singular(b)
}

function singular(word: string): string {
  return word.replace(/s$/, '')
}
