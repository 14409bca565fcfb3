import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { earlyApp } from '../../src/runtime/early-app.ts'
import { createEarlyServices } from '../../src/services/early-services.ts'
import { createServices } from '../../src/services.ts'
import { NOW } from '../helper/test-services.ts'

function start(env: Record<string, string> = {}) {
  const lines: string[] = []
  const runtime = { now: () => NOW, write: (line: string) => lines.push(line) }
  const config = parseConfig(env)
  const early = createEarlyServices(config, runtime)
  const app = earlyApp(early)
  const ask = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(`http://localhost${path}`, init))
  const complete = () => app.complete(createApp(createServices(config, runtime, early)))
  const records = () => lines.map((line) => JSON.parse(line))
  return { app, ask, complete, records }
}

const TOKEN = 'a-token-that-is-long-enough'

describe('while the rest of the service is being loaded', () => {
  it.each([
    '/health',
    '/api/top',
    '/api/top?limit=2&format=csv',
    '/api/top-week',
    '/api/top-range?timeframe=2026-11',
    '/api/top?limit=abc',
  ])('while the service loads, %s is answered as it is afterwards', async (path) => {
    const { ask, complete, records } = start()
    const early = await ask(path)
    complete()
    const late = await ask(path)
    expect(early.status).toBe(late.status)
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
    expect(withoutId(await early.text())).toBe(withoutId(await late.text()))
    const names = (response: Response) => [...response.headers.keys()].toSorted()
    expect(names(early)).toEqual(names(late))
    const logged = records().filter(({ event }) => event === 'request')
    expect(logged).toHaveLength(2)
    expect(Object.keys(logged[0])).toEqual(Object.keys(logged[1]))
  })

  it('while the service loads, other requests wait for it', async () => {
    const { ask, complete, records } = start()
    const waiting = [
      ask('/api/search?q=app'),
      ask('/api/top', { method: 'DELETE' }),
      ask('/nowhere'),
      ask('/status'),
    ]
    await ask('/health')
    expect(records().filter(({ event }) => event === 'request')).toHaveLength(1)
    complete()
    const answered = await Promise.all(waiting)
    expect(answered.map(({ status }) => status)).toEqual([200, 405, 404, 200])
  })

  it('while the service loads, access is the same as afterwards', async () => {
    const { ask } = start({ AGENT_TOKENS: TOKEN })
    expect((await ask('/api/top')).status).toBe(401)
    const authorization = `Bearer ${TOKEN}`
    expect((await ask('/api/top', { headers: { authorization } })).status).toBe(200)
    expect((await ask('/health')).status).toBe(200)
    expect((await start().ask('/api/top', { headers: { host: 'else.where' } })).status).toBe(403)
  })

  it('calls while the service loads count towards its limit', async () => {
    const { ask, complete } = start({ RATE_LIMIT_PER_MINUTE: '2' })
    await ask('/api/top')
    complete()
    expect((await ask('/api/top')).status).toBe(200)
    expect((await ask('/api/top')).status).toBe(429)
  })
})
