import { expect, it, vi } from 'vitest'
import { serveApp } from '../helper/serve-app.ts'
import { hang, startUpstream } from '../helper/upstream-server.ts'

it.each(['/api/top', '/api/top-week', '/api/top-range', '/api/search?q=kite'])(
  '%s whose caller leaves is logged as 499',
  async (path) => {
    const upstream = await startUpstream(hang)
    const env = {
      PRODUCTHUNT_API_TOKEN: 't',
      PRODUCTHUNT_API_URL: upstream.url,
      ALGOLIA_APP_ID: 'a',
      ALGOLIA_API_KEY: 'k',
      ALGOLIA_INDEX: 'i',
      ALGOLIA_URL: upstream.url,
    }
    const { url, records } = await serveApp({ env })
    const leaving = new AbortController()
    const response = fetch(url + path, { signal: leaving.signal }).catch(() => {})
    await vi.waitFor(() => expect(upstream.questions).toHaveLength(1))
    leaving.abort()
    await response
    const requests = () => records().filter(({ event }) => event.startsWith('request'))
    const left = { event: 'request', level: 'info', status: 499, requestId: expect.any(String) }
    await vi.waitFor(() => expect(requests()).toMatchObject([left]))
    await upstream.stop()
  },
)
