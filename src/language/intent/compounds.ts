import { isOf } from '../normalise/lexicon.ts'
import { type Item, isTopic } from './items.ts'
import { isKept, type Tag } from './tagger.ts'

/**
 * Keeps whole compounds: a topic beside a kept word, with nothing in between, belongs to it, and so
 * does one before its purpose: "a gift list for families".
 */
export function withCompounds(items: readonly Item[], tags: readonly Tag[]): Tag[] {
  const all = [...tags]
  for (let at = items.length - 2; at >= 0; at -= 1) {
    const after = purposeAfter(items, at) ?? at + 1
    const tag = all[after]
    if (!isDroppedTopic(items[at], all[at]) || !isKept(tag)) continue
    all[at] = tag
    all[after] = 'keep'
  }
  for (const [at, tag] of all.entries()) {
    if (at > 0 && isDroppedTopic(items[at], tag) && isKept(all[at - 1])) all[at] = 'keep'
  }
  return all
}

/** The index of the first word after "for", or after "app for" and "for the". */
function purposeAfter(items: readonly Item[], at: number): number | undefined {
  const isProduct = (index: number) => isOf(items[index]?.text ?? '', 'product')
  const preposition = isProduct(at + 1) ? at + 2 : at + 1
  if (items[preposition]?.text !== 'for') return undefined
  return /^(?:the|a|an)$/.test(items[preposition + 1]?.text ?? '')
    ? preposition + 2
    : preposition + 1
}

function isDroppedTopic(item: Item | undefined, tag: Tag | undefined): boolean {
  return tag === 'drop' && item !== undefined && isTopic(item)
}
