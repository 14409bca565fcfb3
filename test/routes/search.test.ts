import { describe, expect, it } from 'vitest'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

async function ask(query: string) {
  const response = await app.request(`/api/search?${query}`)
  return { status: response.status, body: await response.json() }
}

describe('GET /api/search', () => {
  it('/api/search finds products that match the words', async () => {
    const { status, body } = await ask('q=invoices')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['asOf', 'hits', 'limit', 'q', 'source', 'stale'])
    expect(body).toMatchObject({ q: 'invoices', limit: 10, source: 'catalogue', stale: false })
    expect(body.hits.length).toBeGreaterThan(0)
    const first = `${body.hits[0].name} ${body.hits[0].tagline} ${body.hits[0].topics}`
    expect(first).toMatch(/invoic/i)
  })

  it('the limit of a search is clamped', async () => {
    expect((await ask('q=notes&limit=0')).body.hits).toHaveLength(1)
  })

  it.each(['', 'q=', 'q=%20%20', `q=${'a'.repeat(513)}`, 'q=a&limit=x'])(
    '?%s is rejected',
    async (query) => {
      const { status, body } = await ask(query)
      expect(status).toBe(400)
      expect(body.code).toBe('invalid-request')
    },
  )
})
