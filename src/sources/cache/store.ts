import { LRUCache } from 'lru-cache'

/** Up to this age a value is fresh. */
export const FRESH_MS = 60_000

/** Up to this age it may be served stale. */
export const STALE_MS = 86_400_000

export interface Entry<Value> {
  readonly value: Value
  /** When it was read, by our own monotonic clock. */
  readonly readAtMs: number
}

type Found<Value> = Entry<Value> | undefined

/** Where values are cached. A value in memory is returned without a promise: this is a hot path. */
export interface Store<Value> {
  get(key: string): Found<Value> | Promise<Found<Value>>
  set(key: string, entry: Entry<Value>): void | Promise<void>
}

interface MemoryStore<Value> extends Store<Value> {
  get(key: string): Entry<Value> | undefined
  set(key: string, entry: Entry<Value>): void
}

const MAX_ENTRIES = 1_000
const MAX_CHARACTERS = 16 * 1024 * 1024

/** Values in memory. The least recently used ones are evicted. */
export function memoryStore<Value>(): MemoryStore<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    max: MAX_ENTRIES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (entry, key) => key.length + JSON.stringify(entry).length,
  })

  return {
    get: (key) => entries.get(key),
    set(key, entry) {
      entries.set(key, entry)
    },
  }
}

/** A store in memory in front of a shared one, which is read only if the value here is not fresh. */
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
