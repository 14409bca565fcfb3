import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskSecrets } from '../../../src/platform/delivery/mask-secrets.ts'

describe('maskSecrets()', () => {
  it.each<[string, Record<string, string>, string, string]>([
    ['a value', { 'x-api-key': 'abc-12345' }, 'You sent abc-12345.', 'You sent •••.'],
    ['credentials', { authorization: 'Bearer abc-12345' }, 'token=abc-12345', 'token=•••'],
    ['scheme and all', { authorization: 'Bearer abc-12345' }, 'Bearer abc-12345!', '•••!'],
    ['each time', { a: 'secret' }, 'secret, secret', '•••, •••'],
    ['as JSON spells it', { a: 'se"cret' }, '{"a":"se\\"cret"}', '{"a":"•••"}'],
    ['the longest', { a: 'secret', b: 'top-secret-1' }, 'top-secret-1', '•••'],
    ['the beginning at the end', { a: 'abc-12345' }, 'You sent abc-123', 'You sent •••'],
    ['nothing that is short', { a: 'today' }, 'Top 3 today', 'Top 3 today'],
    ['nothing of no headers', {}, 'Top 3 today', 'Top 3 today'],
  ])('masking removes %s', (_what, headers, text, expected) => {
    expect(maskSecrets(headers)(text)).toBe(expected)
  })

  it('no text has a secret afterwards', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength: 6, maxLength: 12 })
    const around = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '"'), maxLength: 20 }))
    fc.assert(
      fc.property(word, word, around, (one, other, pieces) => {
        const text = maskSecrets({ one, other })([one, ...pieces, other].join(''))
        expect(text.includes(one) || text.includes(other)).toBe(false)
      }),
    )
  })
})
