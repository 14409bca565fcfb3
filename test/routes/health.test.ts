import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { createReadiness } from '../../src/services/readiness.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { testClock } from '../helper/test-clock.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

describe('GET /health', () => {
  it('the health of a running service is ok, with the time', async () => {
    const body = await (await app.request('/health')).json()
    expect(body).toEqual({ status: 'ok', timestamp: '2026-11-20T18:00:00.000Z' })
  })

  it('HEAD is answered as GET is, without the body', async () => {
    const response = await app.request('/health', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('')
  })
})

describe('GET /ready', () => {
  async function readyApp(methods: Parameters<typeof fakeSource>[0], checksWrites = false) {
    const { clock, now, pass } = testClock()
    const { services } = testApp({ now })
    const database = await emptyDatabase()
    const parts = { database, checksWrites, ranking: fakeSource(methods) }
    const deps = { log: services.log, clock, ...parts }
    const { app } = testApp({ now, parts: { ready: createReadiness(deps) } })
    return { database, pass, ready: () => app.request('/ready') }
  }

  it('a service with its database and its launches is ready', async () => {
    const { ready } = await readyApp({})
    const response = await ready()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'ready' })
  })

  it('a service is ready once launches have been read, also while its source fails later', async () => {
    let isThere = false
    let readings = 0
    const { top } = fakeSource({})
    const { ready, pass } = await readyApp({
      async top(request) {
        readings += 1
        if (!isThere) throw new AppError('upstream-failed', 'The source failed.')
        return top(request)
      },
    })
    const response = await ready()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await response.json()).error).toContain('no launches have been read')

    isThere = true
    expect((await ready()).status).toBe(503)
    expect(readings).toBe(1)
    pass(1_000)
    expect((await ready()).status).toBe(200)
    isThere = false
    pass(1_000)
    expect((await ready()).status).toBe(200)
    expect(readings).toBe(2)
  })

  it('a service whose database does not answer is not ready', async () => {
    const { ready, database } = await readyApp({})
    const run = vi.spyOn(database, 'run').mockImplementation(() => {
      throw new Error('SQLITE_IOERR')
    })
    const response = await ready()
    expect(response.status).toBe(503)
    expect((await response.json()).error).toBe(
      'The service is not ready: the database does not answer.',
    )
    run.mockRestore()
  })

  it('a service whose database stores nothing is not ready, until it does', async () => {
    const { ready, database, pass } = await readyApp({}, true)
    expect((await ready()).status).toBe(200)
    await database.run(sql`create trigger full before update on secrets
      begin select raise(abort, 'SQLITE_FULL'); end`)
    pass(1_000)
    const response = await ready()
    expect(response.status).toBe(503)
    expect((await response.json()).error).toContain('the database stores nothing')
    await database.run(sql`drop trigger full`)
    expect((await ready()).status).toBe(503)
    pass(1_000)
    expect((await ready()).status).toBe(200)
  })
})

describe('GET /status', () => {
  it('the status names what serves each part', async () => {
    const response = await app.request('/status')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      build: { date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      model: { serves: 'embedded' },
      ranking: { serves: 'catalogue' },
      timeZones: { source: 'bundled' },
    })
  })

  it('old time zones are a warning in the status and in the log', async () => {
    const { app, records } = testApp({ now: () => new Date('2096-01-01') })
    const { timeZones } = await (await app.request('/status')).json()
    expect(timeZones.warning).toContain('Update Launchboard')
    const logged = records().filter(({ event }) => event === 'time-zones-old')
    expect(logged).toMatchObject([{ level: 'warn', warning: timeZones.warning }])
  })
})
