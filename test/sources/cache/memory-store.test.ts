import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/sources/cache/store.ts'

describe('memoryStore()', () => {
  it('has at hand what it was given', () => {
    const store = memoryStore<string>()
    store.set('key', { value: 'answer', readAtMs: 1 })
    expect(store.get('key')).toEqual({ value: 'answer', readAtMs: 1 })
    expect(store.get('other')).toBeUndefined()
  })

  it('makes room by number and by size, the longest unasked first', () => {
    const store = memoryStore<string>()
    for (let index = 0; index < 1_001; index += 1) store.set(`${index}`, { value: '', readAtMs: 1 })
    expect(store.get('0')).toBeUndefined()
    expect(store.get('1')).toBeDefined()

    const value = 'x'.repeat(6 * 1024 * 1024)
    for (const key of ['a', 'b']) store.set(key, { value, readAtMs: 1 })
    store.get('a')
    store.set('c', { value, readAtMs: 1 })
    expect(store.get('a')).toBeDefined()
    expect(store.get('b')).toBeUndefined()
  })
})
