import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeliveryEvent } from '../../../src/chat/delivery/delivery-event.ts'
import { maskCredentials, maskValues } from '../../../src/chat/delivery/mask-secrets.ts'
import { told } from './delivery.fixture.ts'

type Headers = Parameters<typeof maskValues>[0]

function maskedText(headers: Headers, pieces: readonly string[], maskOf = maskValues) {
  const mask = maskOf(headers)
  const deltas = pieces.map((delta) => ({ type: 'text-delta' as const, delta }))
  return told([...deltas.flatMap((delta) => mask.events([delta])), ...mask.end()]).text
}

describe('maskValues()', () => {
  it.each<[string, Headers, string, string]>([
    ['a value', { 'x-api-key': 'abc-12345' }, 'You sent abc-12345.', 'You sent •••.'],
    ['credentials', { authorization: 'Bearer abc-12345' }, 'token=abc-12345', 'token=•••'],
    ['scheme and all', { authorization: 'Bearer abc-12345' }, 'Bearer abc-12345!', '•••!'],
    ['each time', { a: 'secret' }, 'secret, secret', '•••, •••'],
    ['as JSON spells it', { a: 'se"cret' }, '{"a":"se\\"cret"}', '{"a":"•••"}'],
    ['the longest', { a: 'secret', b: 'top-secret-1' }, 'top-secret-1', '•••'],
    ['nothing that is short', { a: 'today' }, 'Top 3 today', 'Top 3 today'],
    ['nothing of no headers', {}, 'Top 3 today', 'Top 3 today'],
  ])('masking removes %s', (_what, headers, text, expected) => {
    expect(maskedText(headers, [text])).toBe(expected)
    expect(maskedText(headers, [...text])).toBe(expected)
  })

  it('a masked text is the same wherever it is cut', () => {
    const words = (most: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength: 6, maxLength: most })
    const around = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '"'), maxLength: 20 }))
    fc.assert(
      fc.property(words(8), words(12), around, (one, other, pieces) => {
        const headers = { one, other }
        const cut = pieces.flatMap((piece) => [piece, ...other, ...one])
        const text = maskedText(headers, cut)
        expect(text).toBe(maskedText(headers, [cut.join('')]))
        expect(text.includes(one) || text.includes(other)).toBe(false)
      }),
    )
  })

  it('calls, results and field names are masked, in their order', () => {
    const mask = maskValues({ a: 'secret' })
    const call = { toolCallId: 'secret-1', name: 'secret-2' }
    const given: DeliveryEvent[] = [
      { type: 'text-delta', delta: 'Look: se' },
      { type: 'tool-call-start', ...call },
      {
        type: 'tool-call',
        ...call,
        args: { secret: ['secret'] },
        rawArgs: '"secret"',
        fault: null,
      },
      { type: 'tool-result', ...call, result: { deep: [{ secret: 1 }, 'secret', null, 2] } },
      { type: 'finished' },
    ]
    const masked = { toolCallId: '•••-1', name: '•••-2' }
    expect([...mask.events(given), ...mask.end()]).toEqual([
      { type: 'text-delta', delta: 'Look: ' },
      { type: 'text-delta', delta: 'se' },
      { type: 'tool-call-start', ...masked },
      { type: 'tool-call', ...masked, args: { '•••': ['•••'] }, rawArgs: '"•••"', fault: null },
      { type: 'tool-result', ...masked, result: { deep: [{ '•••': 1 }, '•••', null, 2] } },
      { type: 'finished' },
    ])
  })
})

describe('maskCredentials()', () => {
  it.each([
    ...['authorization', 'Authorization', 'x-api-key', 'apikey', 'cookie', 'x-access-token'],
    ...['x-client-secret', 'x-signature', 'x-password', 'x-session'],
  ])('the value of %s is masked', (name) => {
    expect(maskedText({ [name]: 'abc-12345' }, ['It is abc-12345'], maskCredentials)).toBe(
      'It is •••',
    )
  })

  it('ordinary words are not masked', () => {
    const headers = { 'x-tenant': 'launchboard', 'accept-language': 'en-US,en' }
    const text = 'See launchboard.example in en-US,en'
    expect(maskedText(headers, [text], maskCredentials)).toBe(text)
  })
})
