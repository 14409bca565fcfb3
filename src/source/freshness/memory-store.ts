import { LRUCache } from 'lru-cache'
import type { Entry, Store } from './store.ts'

export interface MemoryStore<Value> extends Store<Value> {
  get(key: string): Entry<Value> | undefined
  set(key: string, entry: Entry<Value>): void
}

const MOST_ENTRIES = 1_000
const MOST_CHARACTERS = 16 * 1024 * 1024

/** Answers in memory; those that nobody has asked for the longest make room. */
export function memoryStore<Value>(): MemoryStore<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    max: MOST_ENTRIES,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (entry, key) => key.length + JSON.stringify(entry).length,
  })

  return {
    get: (key) => entries.get(key),
    set(key, entry) {
      entries.set(key, entry)
    },
  }
}
