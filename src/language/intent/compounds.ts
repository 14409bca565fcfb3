import { type Item, isContent, isWord } from './features.ts'
import type { Tag } from './tagger.ts'

/** Keeps whole compounds: a topic beside a kept word, with nothing in between, belongs to it. */
export function withCompounds(items: readonly Item[], tags: readonly Tag[]): Tag[] {
  const all = [...tags]
  const isDroppedTopic = (at: number) => {
    const item = items[at]
    return all[at] === 'drop' && item !== undefined && isWord(item) && isContent(item.text)
  }
  for (let at = all.length - 2; at >= 0; at -= 1) {
    const next = all[at + 1]
    if (!isDroppedTopic(at) || !isKept(next)) continue
    all[at] = next
    all[at + 1] = 'keep'
  }
  for (let at = 1; at < all.length; at += 1) {
    if (isDroppedTopic(at) && isKept(all[at - 1])) all[at] = 'keep'
  }
  return all
}

function isKept(tag: Tag | undefined): tag is 'keep' | 'next' {
  return tag === 'keep' || tag === 'next'
}
