import { describe, expect, it } from 'vitest'
import { batchByTurn } from '../../src/protocols/batch-by-turn.ts'
import { turns } from '../helper/turns.ts'

describe('batchByTurn()', () => {
  it('what is ready in one turn is one batch, and the last one says so', async () => {
    async function* items() {
      yield 1
      yield 2
      await turns()
      yield 3
    }
    const next = batchByTurn(items())
    expect(await next()).toEqual({ items: [1, 2], done: false })
    expect(await next()).toEqual({ items: [3], done: true })
  })

  it('a batch has at most 256 items, and nothing is asked for ahead', async () => {
    let made = 0
    async function* items() {
      for (; made < 1_000; made += 1) yield made
    }
    const next = batchByTurn(items())
    const batch = await next()
    expect(batch.items).toHaveLength(256)
    await turns()
    expect(made).toBeLessThan(260)
  })

  it('an error of the iterator is thrown', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    async function* items(): AsyncGenerator<number> {
      throw new Error('broken')
    }
    await expect(batchByTurn(items())()).rejects.toThrow('broken')
  })
})
