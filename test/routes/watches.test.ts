import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeFetch } from '../../src/core/upstream/guarded-fetch.node.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { NOW, post, testApp } from '../helper/test-services.ts'
import { reply, startUpstream, type Upstream } from '../helper/upstream-server.ts'

let receiver: Upstream
beforeAll(async () => {
  receiver = await startUpstream(reply('{}'))
})
afterAll(() => receiver.stop())

const feed = [{ feed: true }]

async function serve(env: Record<string, string> = {}, isLoopback = true) {
  const clock = { now: NOW.getTime() }
  const database = await emptyDatabase()
  const node = { isLoopback, guardedFetch: nodeFetch }
  const { app, services } = testApp({
    env,
    now: () => new Date(clock.now),
    runtime: { database, node },
  })
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const init = body === undefined ? { headers } : post(body, headers)
    const response = await app.request(`/api/watches${path}`, { ...init, method })
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
    }
  }
  return { call, clock, services, app }
}

describe('/api/watches', () => {
  it('a watch of the sample tells in ten minutes, and says that its votes are simulated', async () => {
    const { call, clock, services, app } = await serve()
    const created = await call('POST', '', { when: { votes: 50 }, to: feed })
    expect(created).toMatchObject({ status: 200, body: { met: expect.any(Number) } })
    expect(created.body.met).toBeGreaterThan(10)
    for (let turn = 0; turn < 30; turn += 1) {
      clock.now += 10 * 60_000
      await services.watches?.evaluate()
    }
    const { id } = created.body.watch
    const { body } = await call('GET', `/${id}/deliveries`)
    expect(body.deliveries[0]).toMatchObject({
      ...{ kind: 'feed', state: 'done' },
      message: { type: 'launch.votes', simulated: true, items: [{ level: 50 }] },
    })
    const json = await (await app.request(created.body.feed.replace('.atom', '.json'))).json()
    expect(json.items[0].title).toBe(body.deliveries[0].message.items[0].text)
    // Its key stays out of links to pages.
    expect(json.home_page_url).toMatch(/\/watches$/)
    const atom = await app.request(created.body.feed)
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect((await app.request('/api/watches/feed.atom?key=other')).status).toBe(404)
    expect((await call('GET', '')).body.watches).toMatchObject([
      {
        id,
        name: '50 votes',
        delivered: body.deliveries.length,
        failed: 0,
        to: [{ kind: 'feed' }],
      },
    ])
  })

  it('it is tested, changed, sent again and deleted', async () => {
    const { call } = await serve()
    const to = [{ webhook: `${receiver.url}/hook` }]
    const { body } = await call('POST', '', { digest: 'daily', to })
    const { id } = body.watch
    expect(body).toMatchObject({ met: 0, secret: expect.stringMatching(/^whsec_/) })
    expect(JSON.stringify((await call('GET', `/${id}`)).body)).not.toMatch(/whsec_|hook/)
    receiver.answerWith(reply('no', 500))
    const tested = await call('POST', `/${id}/test`)
    const [delivery] = tested.body.deliveries
    expect(delivery).toMatchObject({
      state: 'pending',
      outcome: '500: no',
      message: { type: 'watch.test' },
    })
    receiver.answerWith(reply('{}'))
    const retried = await call('POST', `/${id}/deliveries/${delivery.id}/retry`)
    expect(retried.body).toMatchObject({ id: delivery.id, state: 'done', outcome: '200' })
    const changed = await call('PATCH', `/${id}`, { when: { rank: 3 }, topic: 'ai' })
    expect(changed.body.watch).toMatchObject({
      name: 'The first 3 of a day · ai',
      when: { rank: 3 },
    })
    expect(changed.body.watch).not.toHaveProperty('digest')
    await call('PATCH', `/${id}`, { name: 'Mine' })
    const moved = await call('PATCH', `/${id}`, { topic: 'nowhere' })
    expect(moved.body).toMatchObject({
      watch: { name: 'Mine', topic: 'nowhere' },
      note: 'No launch has the topic nowhere.',
    })
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })

  it.each([
    [{ when: { votes: 5, rank: 1 }, to: feed }, 'when: must be {"votes": 500}'],
    [{ to: feed }, 'either when or digest is required'],
    [{ when: { votes: 5 }, topics: 'AI', to: feed }, 'has unknown fields: topics'],
    [{ when: { launchDay: true }, to: feed }, 'product: is required for launchDay'],
    [{ when: { votes: 5 }, product: 'nobody', to: feed }, 'product: no launch has this id'],
    [{ digest: 'daily', tz: 'Mars/One', to: feed }, 'tz: must be an IANA time zone'],
    [{ digest: 'daily', at: '8:00', to: feed }, 'at: must be a time of day such as 08:00'],
    [{ digest: 'daily', to: [{ email: 'a@b.example' }] }, 'to.0.email: is for Workers'],
    [{ digest: 'daily', to: ['https://a.example/'] }, 'to.0: must be {"webhook": "https://…"'],
    [
      {
        digest: 'daily',
        to: [{ webhook: 'https://hooks.slack.com/services/T/B/x', format: 'discord' }],
      },
      'to.0.format: Slack reads the format slack, not discord',
    ],
    [
      {
        digest: 'daily',
        to: [{ webhook: 'https://discord.com/api/webhooks/1/x', format: 'slack' }],
      },
      'to.0.format: Discord reads the format discord, not slack',
    ],
  ])('%j is refused: %s', async (body, message) => {
    const { call } = await serve()
    const refused = await call('POST', '', body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain(message)
  })

  it('what the guard of agents refuses is refused at once', async () => {
    const { call } = await serve({ ALLOW_LOCAL_AGENTS: 'false' })
    for (const webhook of ['http://127.0.0.1/x', 'https://169.254.169.254/', 'https://router/']) {
      const refused = await call('POST', '', { digest: 'daily', to: [{ webhook }] })
      expect(refused).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^to\.0\.webhook must/) },
      })
    }
  })
})

describe('who has watches', () => {
  const body = { digest: 'daily', to: feed }

  it('on a service that anybody may call nobody has any, and the answer says what to set', async () => {
    const { call } = await serve({ ALLOW_PUBLIC: 'true', HOST: '0.0.0.0' }, false)
    const refused = await call('POST', '', body)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatch(/AGENT_TOKENS.*WATCHES_FILE/)
  })

  it('with tokens each caller has its own, and a private feed needs none', async () => {
    const { call, app } = await serve({
      AGENT_TOKENS: 'one-token-of-a-caller,another-token-of-one',
    })
    const [one, other] = ['one-token-of-a-caller', 'another-token-of-one'].map((token) => {
      return { authorization: `Bearer ${token}` }
    })
    expect((await call('POST', '', body)).status).toBe(401)
    const created = await call('POST', '', body, one)
    expect(created.status).toBe(200)
    expect((await call('GET', '', undefined, other)).body).toEqual({ watches: [] })
    expect((await call('GET', `/${created.body.watch.id}`, undefined, other)).status).toBe(404)
    expect((await call('DELETE', `/${created.body.watch.id}`, undefined, other)).status).toBe(404)
    expect((await app.request(created.body.feed)).status).toBe(200)
  })
})
