import { describe, expect, it } from 'vitest'
import { recordError, responseError, waitMs } from '../../src/client/response-error.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const mask = (text: string) => text.replaceAll('secret', '<API_KEY>')
const errorOf = (text: string, status = 400, headers = {}) =>
  responseError({ status, headers: new Headers(headers), text }, mask, NOW)

describe('responseError()', () => {
  it.each([
    [
      'the envelope of the platform',
      '{"error":{"code":"ERR_X","message":"No secret.","details":{"a":["secret"]}}}',
      { code: 'ERR_X', message: 'No <API_KEY>.', details: { a: ['<API_KEY>'] } },
    ],
    ['a plain envelope', '{"error":"No.","code":"x"}', { code: 'x', message: 'No.' }],
    ['a code that is a number', '{"error":{"code":7}}', { code: '7' }],
    ['a page', '<html>', { code: 'status-400' }],
    ['an empty body', '', { code: 'status-400' }],
    ['a list', '[]', { code: 'status-400' }],
    ['a sentence with controls', '{"error":"a\\u001b[31m"}', { message: 'a [31m' }],
  ])('%s', (_name, text, fields) => {
    expect(errorOf(text)).toMatchObject({ status: 400, ...fields })
  })

  it('a long sentence is cut', () => {
    expect(errorOf(JSON.stringify({ error: 'x'.repeat(5_000) })).message).toHaveLength(500)
  })
})

describe('recordError()', () => {
  it('anything but an object is a failure without a code of its own', () => {
    expect(recordError(null, mask).code).toBe('status-unknown')
    expect(recordError({ code: 'ERR_X' }, mask).code).toBe('ERR_X')
  })
})

describe('waitMs()', () => {
  const none = { 'x-rate-limit-remaining': '0' }
  it.each([
    ['Retry-After in seconds', { 'retry-after': '3' }, 3_000],
    ['a reset in seconds', { ...none, 'x-rate-limit-reset': '30' }, 30_000],
    ['a reset at a moment', { ...none, 'x-rate-limit-reset': '1795197610' }, 10_000],
    [
      'a reset while calls are left',
      { 'x-rate-limit-remaining': '5', 'x-rate-limit-reset': '30' },
      undefined,
    ],
    ['no header', {}, undefined],
  ])('%s', (_name, headers, expected) => {
    expect(waitMs(new Headers(headers), NOW)).toBe(expected)
  })
})
