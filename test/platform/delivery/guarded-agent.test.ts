import { describe, expect, it } from 'vitest'
import { portableFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { agentOf, eventsOf, failureIn } from './delivery.fixture.ts'

describe('portableFetch() without local agents', () => {
  function guarded() {
    const called: [unknown, unknown][] = []
    const fetch = portableFetch({
      allowLocal: false,
      fetch: async (url, init) => {
        called.push([url, init])
        return new Response(null, { status: 307, headers: { location: 'https://127.0.0.1/' } })
      },
    })
    return { fetch, called }
  }

  it.each([
    ...['https://127.0.0.1/', 'https://localhost./', 'https://localhost../', 'https://0x7f.1/'],

    ...['http://agent.example.com/', 'file:///etc/passwd', 'https://user:word@agent.example.com/'],
  ])('without local agents there is no request to %s', async (url) => {
    const { fetch, called } = guarded()
    const failed = failureIn(await eventsOf(agentOf('crewai', url), { fetch }))
    expect(failed.code).toBe('address-refused')
    expect(called).toEqual([])
  })

  it('without local agents a public address is asked once, and redirects are not followed', async () => {
    const { fetch, called } = guarded()
    const url = 'https://agent.example.com:8443/stream'
    const failed = failureIn(await eventsOf(agentOf('crewai', url), { fetch }))
    expect(failed.code).toBe('redirected')
    expect(called).toMatchObject([[url, { redirect: 'manual' }]])
  })
})
