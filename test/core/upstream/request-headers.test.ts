import { describe, expect, it } from 'vitest'
import { checkRequestHeaders } from '../../../src/core/upstream/request-headers.ts'

describe('checkRequestHeaders()', () => {
  it('header names are accepted in any case and lowercased', () => {
    const headers = { Authorization: 'Bearer secret', 'X-API-Key': 'k', 'x-empty': '' }
    expect(checkRequestHeaders(Object.entries(headers))).toEqual({
      ...{ authorization: 'Bearer secret', 'x-api-key': 'k', 'x-empty': '' },
    })
  })

  it.each([
    ...['Host', 'connection', 'Content-Length', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
    ...['keep-alive', 'proxy-authorization', 'Content-Type', 'accept-encoding', 'x-forwarded-for'],
    ...['sec-fetch-mode', 'cf-connecting-ip', 'expect', 'forwarded'],
  ])('the header %s is reserved and invalid', (name) => {
    expect(() => checkRequestHeaders([[name, 'secret']])).toThrow(`header ${name.toLowerCase()} is`)
  })

  it.each([
    ['a line break in a value', { 'x-a': 'secret\r\nhost: evil' }],
    ['a NUL in a value', { 'x-a': 'secret\0' }],
    ['a value beyond one byte', { 'x-a': 'secret🎉' }],
    ['a value that is no text', { 'x-a': ['secret'] }],
    ['a line break in a name', { 'secret\r\nx': 'a' }],
    ['a space in a name', { 'secret x': 'a' }],
    ['an empty name', { '': 'secret' }],
    ['one name in two spellings', { 'X-A': 'secret', 'x-a': 'secret' }],
    ['a value without end', { 'x-a': 'secret'.repeat(5_000) }],
    ['too many', Object.fromEntries([...Array(40).keys()].map((n) => [`x-${n}`, 'secret']))],
  ])('the header %s is invalid, and the error does not quote it', (_what, headers) => {
    expect(() => checkRequestHeaders(Object.entries(headers))).toThrow(/header/)
    expect(() => checkRequestHeaders(Object.entries(headers))).not.toThrow(/secret/)
  })
})
