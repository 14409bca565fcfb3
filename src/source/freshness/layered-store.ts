import { FRESH_MS } from './freshness.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Entry, Store } from './store.ts'

/** A memory before a store that others fill as well, which is asked once ours has aged. */
export function layeredStore<Value>(
  near: MemoryStore<Value>,
  far: Store<Value>,
  { now }: { now(): Date },
): Store<Value> {
  const newest = async (key: string, ours: Entry<Value> | undefined) => {
    const theirs = await far.get(key)
    if (!theirs || (ours && ours.readAt >= theirs.readAt)) return ours
    near.set(key, theirs)
    return theirs
  }

  return {
    get(key) {
      const ours = near.get(key)
      const isFresh = ours && now().getTime() - ours.readAt < FRESH_MS
      return isFresh ? ours : newest(key, ours)
    },

    set(key, entry) {
      near.set(key, entry)
      return far.set(key, entry)
    },
  }
}
