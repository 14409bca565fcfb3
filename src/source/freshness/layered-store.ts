import type { MemoryStore } from './memory-store.ts'
import { type Entry, FRESH_MS, type Store } from './store.ts'

/** A memory before a store that others fill as well, which is asked once ours has aged. */
export function layeredStore<Value>(
  near: MemoryStore<Value>,
  far: Store<Value>,
  { clock }: { clock(): number },
): Store<Value> {
  const newest = async (key: string, ours: Entry<Value> | undefined) => {
    const theirs = await far.get(key)
    if (!theirs || (ours && ours.readAtMs >= theirs.readAtMs)) return ours
    near.set(key, theirs)
    return theirs
  }

  return {
    get(key) {
      const ours = near.get(key)
      const isFresh = ours && clock() - ours.readAtMs < FRESH_MS
      return isFresh ? ours : newest(key, ours)
    },

    set(key, entry) {
      near.set(key, entry)
      return far.set(key, entry)
    },
  }
}
