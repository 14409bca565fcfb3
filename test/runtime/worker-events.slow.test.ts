import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBundledWorker } from '../helper/bundled-worker.ts'
import { isOf, readEvents } from '../platform/events/live.fixture.ts'
import { importPeople, text } from '../platform/people.fixture.ts'

interface Call {
  as?: string
  body?: unknown
}

const KEY = 'a-key-with-full-access'

// Requests of their own each, as deployed: none may touch what belongs to another.
describe('live events of a Worker', () => {
  let worker: Awaited<ReturnType<typeof startBundledWorker>>
  beforeAll(async () => {
    worker = await startBundledWorker({ PLATFORM_API_KEYS: KEY, LOG_LEVEL: 'silent' })
    await importPeople(call)
  }, 60_000)
  afterAll(() => worker.stop())

  const headers = (as = '', lastEventId = '') => ({
    apikey: KEY,
    'content-type': 'application/json',
    ...(as !== '' && { onbehalfof: as }),
    ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
  })

  async function call(method: string, path: string, { as, body }: Call = {}) {
    const sent = { method, headers: headers(as), body: JSON.stringify(body) }
    const response = await fetch(worker.url + path, sent)
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  async function listen(as: string, lastEventId?: string) {
    const sent = { headers: headers(as, lastEventId) }
    return readEvents(await fetch(`${worker.url}/v3/events`, sent))
  }

  const send = async (words: string) => {
    const body = text('harbor', words)
    expect((await call('POST', '/v3/messages', { as: 'ann', body })).status).toBe(200)
  }

  it('live events of a Worker reach every listener, and one that leaves disturbs no other', async () => {
    const readers = await Promise.all(['ann', 'bob', 'bob'].map((uid) => listen(uid)))
    for (const reader of readers) await reader.until(isOf('ready'))
    await send('one')
    for (const reader of readers) {
      const [event] = await reader.until(isOf('message-sent'))
      expect(event).toMatchObject({ message: { data: { text: 'one' } } })
    }
    const [first, ...others] = readers
    await first!.leave()
    await send('two')
    for (const reader of others) {
      const [event] = await reader.until(isOf('message-sent'))
      expect(event).toMatchObject({ message: { data: { text: 'two' } } })
    }
    await Promise.all(others.map((reader) => reader.leave()))
  }, 60_000)

  it('live events of a Worker continue where a listener was', async () => {
    const first = await listen('bob')
    const [ready] = await first.until(isOf('ready'))
    await first.leave()
    for (const words of ['three', 'four']) await send(words)
    const again = await listen('bob', ready!.id)
    const missed = await again.until(isOf('ready'))
    expect(missed.map(({ message }) => message?.data.text)).toEqual(['three', 'four', undefined])
    await again.leave()
  }, 60_000)
})
