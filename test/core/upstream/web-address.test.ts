import { describe, expect, it } from 'vitest'
import { webAddress } from '../../../src/core/upstream/web-address.ts'

describe('webAddress()', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTP://A.example/x?b=1#c', 'http://a.example/x?b=1#c'],
    ['https://a.example/?utm_source=x&b=1&UTM_medium=y', 'https://a.example/?b=1'],
    ['https://a.example/?utm_source=x', 'https://a.example/'],
    ['https://a.example/?q=a+b&c=%20', 'https://a.example/?q=a+b&c=%20'],
    ['javascript:alert(1)', null],
    ['ftp://a.example/', null],
    ['https://user@a.example/', null],
    ['https://user:secret@a.example/', null],
    ['/posts/1', null],
    ['', null],
    [null, null],
    [`https://a.example/${'x'.repeat(2_048)}`, null],
  ])('%s', (text, expected) => {
    expect(webAddress(text)).toBe(expected)
  })

  it('a relative address is resolved against its base', () => {
    expect(webAddress('/posts/1', 'https://a.example/b/')).toBe('https://a.example/posts/1')
  })
})
