import { describe, expect, it } from 'vitest'
import { headersForBrowsers, preflight } from '../../src/http/cors.ts'

const request = (headers = {}) => new Request('http://localhost/', { headers })

describe('headersForBrowsers()', () => {
  it.each([
    ['any origin', ['*'], 'https://a.example', '*', undefined],
    ['a listed origin', ['https://a.example'], 'https://a.example', 'https://a.example', 'Origin'],
    ['another origin', ['https://a.example'], 'https://b.example', undefined, 'Origin'],
    ['a caller that is no page', ['https://a.example'], '', undefined, 'Origin'],
  ])('%s', (_name, origins, origin, allowed, vary) => {
    const headers: Record<string, string> = headersForBrowsers(origins)(request({ origin }))
    expect(headers['access-control-allow-origin']).toBe(allowed)
    expect(headers.vary).toBe(vary)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('preflight()', () => {
  it('the headers that a page wants to send are allowed', () => {
    const asked = request({ 'access-control-request-headers': 'apikey,onbehalfof' })
    const { status, headers } = preflight(asked, { 'access-control-allow-origin': '*' })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).toBe('apikey,onbehalfof')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})
