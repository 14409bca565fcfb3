import { describe, expect, it, vi } from 'vitest'
import { layeredStore, memoryStore } from '../../../src/sources/cache/store.ts'
import { testClock } from '../call-policy/call-policy.fixture.ts'

function testStore() {
  const { clock } = testClock()
  const near = memoryStore<string>()
  const far = memoryStore<string>()
  const entry = (value: string, ageMs: number) => ({ value, readAtMs: clock() - ageMs })
  const get = vi.spyOn(far, 'get')
  return { near, far, get, entry, store: layeredStore(near, far, { clock }) }
}

describe('layeredStore()', () => {
  it('a fresh near entry is returned without asking the far store', () => {
    const { store, near, entry, get } = testStore()
    near.set('key', entry('ours', 59_999))
    expect(store.get('key')).toEqual(entry('ours', 59_999))
    expect(get).not.toHaveBeenCalled()
  })

  it('a newer far entry is returned and kept near', async () => {
    const { store, near, far, entry } = testStore()
    near.set('key', entry('ours', 60_000))
    far.set('key', entry('theirs', 10_000))
    expect(await store.get('key')).toEqual(entry('theirs', 10_000))
    expect(near.get('key')).toEqual(entry('theirs', 10_000))
  })

  it('an aged near entry is returned when the far store has none newer', async () => {
    const { store, near, far, entry } = testStore()
    near.set('key', entry('ours', 70_000))
    expect(await store.get('key')).toEqual(entry('ours', 70_000))
    far.set('key', entry('theirs', 80_000))
    expect(await store.get('key')).toEqual(entry('ours', 70_000))
    expect(await store.get('other')).toBeUndefined()
  })

  it('an entry is written to both stores', async () => {
    const { store, near, far, entry } = testStore()
    await store.set('key', entry('ours', 0))
    expect(near.get('key')).toEqual(far.get('key'))
  })
})

describe('memoryStore()', () => {
  it('the memory store returns what was stored', () => {
    const store = memoryStore<string>()
    store.set('key', { value: 'answer', readAtMs: 1 })
    expect(store.get('key')).toEqual({ value: 'answer', readAtMs: 1 })
    expect(store.get('other')).toBeUndefined()
  })

  it('the memory store drops the least recently used by number and size', () => {
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
