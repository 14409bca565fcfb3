import { describe, expect, it } from 'vitest'
import { madeId } from '../../../src/core/rows/made-id.ts'

describe('madeId()', () => {
  it.each([
    ['ann_1', 'ann_1'],
    ['Ann-Lee', 'ann-lee'],
    ['ann.lee@k.example', 'ann-lee-k-example-b23fd29b59f33086'],
    [' Ann.Lee@K.example ', 'ann-lee-k-example-b23fd29b59f33086'],
    ['Zoë Müller', 'zoe-muller-89c0bda8bc336f8e'],
    ['Zoe\u0308 Müller', 'zoe-muller-89c0bda8bc336f8e'],
    ['田中', '1806496bcb753c28'],
  ])('of %j it is %s', (source, id) => {
    expect(madeId(source)).toBe(id)
  })

  it('no two of 10,000 addresses that look alike have the same', () => {
    const separators = ['.', '-', '_', '+', '..', '@']
    const addresses = new Set<string>()
    for (let at = 0; addresses.size < 10_000; at += 1) {
      const [one, two] = [separators[at % 6], separators[Math.floor(at / 6) % 6]]
      addresses.add(`ann${one}lee${two}${Math.floor(at / 36)}@k.example`)
    }
    const ids = new Set([...addresses].map(madeId))
    expect(ids.size).toBe(addresses.size)
    expect([...ids].filter((id) => !/^[\w-]{1,100}$/.test(id))).toEqual([])
  })

  it('of a long text it is no longer than an id may be', () => {
    expect(madeId(`${'a b'.repeat(500)}`).length).toBeLessThanOrEqual(100)
  })
})
