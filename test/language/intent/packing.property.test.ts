import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packSet, packWords, unpackSet, unpackWords } from '../../../src/language/intent/packing.ts'

const word = fc.stringMatching(/^[a-z]{1,20}$/)
const words = fc.uniqueArray(word, { maxLength: 60 })

describe('packing', () => {
  it('a packed word list is unpacked in alphabetical order', () => {
    void fc.assert(
      fc.property(words, (list) => {
        expect(unpackWords(packWords(list))).toEqual([...list].sort())
      }),
    )
  })

  it('a packed set has each of its words', () => {
    void fc.assert(
      fc.property(words, (list) => {
        const has = unpackSet(packSet(new Set(list)))
        expect(list.filter((one) => !has(one))).toEqual([])
      }),
    )
  })

  it('a packed set has few other words', () => {
    const inside = Array.from({ length: 500 }, (_, index) => `inside${index}`)
    const outside = Array.from({ length: 3_000 }, (_, index) => `outside${index}`)
    const has = unpackSet(packSet(new Set(inside)))
    expect(outside.filter(has).length).toBeLessThan(outside.length / 32)
  })
})
