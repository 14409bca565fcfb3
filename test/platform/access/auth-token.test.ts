import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { digest } from '../../../src/access/digest.ts'
import { authTokens, users } from '../../../src/storage/schema.ts'
import { AUTH_ONLY_KEY, KEY, testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { agentDetails } from '../answers/chat.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'

const DAY_MS = 86_400_000
const NOW_SECONDS = Math.floor(NOW.getTime() / 1000)
const SIGN_IN = { headers: { apikey: AUTH_ONLY_KEY } }

async function withPeople(setup: Parameters<typeof testPlatform>[0] = {}) {
  const platform = await testPlatform(setup)
  await importPeople(platform.call)
  return platform
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

const NOT_FOUND = [401, 'AUTH_ERR_AUTH_TOKEN_NOT_FOUND']

describe('an auth token', () => {
  it('a key with the scope authOnly creates auth tokens for existing users', async () => {
    const { call } = await testPlatform()
    const created = await call('POST', '/v3/users', {
      ...SIGN_IN,
      body: { uid: 'Dee', name: 'Dee' },
    })
    expect(created.status).toBe(200)
    const { status, body, headers } = await call('POST', '/v3/users/DEE/auth_tokens', SIGN_IN)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      uid: 'dee',
      authToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: NOW_SECONDS,
      expiresAt: NOW_SECONDS + 30 * 86_400,
    })
    expect(headers.get('cache-control')).toBe('private, no-store')
    const self = await call('GET', '/v3/users/dee', { token: body.data.authToken })
    expect(self.body.data).toMatchObject({ uid: 'dee', name: 'Dee' })
  })

  it('an auth token may expire earlier than by default, and never later', async () => {
    const { call } = await withPeople()
    const lifetimeOf = async (expiresIn: number) => {
      const by = { ...SIGN_IN, body: { expiresIn } }
      const { status, body } = await call('POST', '/v3/users/ann/auth_tokens', by)
      return status === 200 ? body.data.expiresAt - NOW_SECONDS : status
    }
    expect(await lifetimeOf(3_600)).toBe(3_600)
    expect(await lifetimeOf(10 * 365 * 86_400)).toBe(30 * 86_400)
    expect(await lifetimeOf(0)).toBe(400)
  })

  it('no auth token is created for a user who does not exist', async () => {
    const { call } = await testPlatform()
    const answer = await call('POST', '/v3/users/nobody/auth_tokens', SIGN_IN)
    expect(codeOf(answer)).toEqual([404, 'ERR_UID_NOT_FOUND'])
  })

  it('an auth token is stored as a hash, never logged, and shown only once', async () => {
    const { call, signIn, database, records } = await withPeople({ env: { LOG_LEVEL: 'debug' } })
    const token = await signIn('ann')
    await call('GET', `/v3/groups?authToken=${token}`, { token })
    await call('GET', `/v3/groups?authToken=${token}`, { headers: { apikey: 'wrong' } })
    const listed = await call('GET', '/v3/users/ann/auth_tokens', SIGN_IN)
    const stored = await database.select().from(authTokens)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify([stored, listed.body, records()])).not.toContain(token)
  })

  it('a call with an auth token acts as the user of the token', async () => {
    const { call, signIn } = await withPeople()
    const token = await signIn('ann')
    const sent = await call('POST', '/v3/messages', { token, body: text('harbor', 'Ahoy') })
    expect(sent.body.data).toMatchObject({ sender: 'ann', receiver: 'harbor' })
    const { id } = sent.body.data
    await call('POST', `/v3/messages/${id}/reactions/:wave:`, { token })
    const { body } = await call('GET', `/v3/messages/${id}/reactions`, { token })
    expect(body.data).toMatchObject([{ uid: 'ann', reaction: ':wave:' }])
  })

  it('an auth token is read only from its header', async () => {
    const { app, signIn } = await withPeople()
    const token = await signIn('ann')
    for (const query of [`authToken=${token}`, `apikey=${KEY}`]) {
      const response = await app.request(`/v3/groups?${query}`)
      expect(response.status).toBe(401)
    }
    const headers = { authorization: `Bearer ${token}`, cookie: `authToken=${token}` }
    expect((await app.request('/v3/groups', { headers })).status).toBe(401)
  })

  it('an auth token cannot be combined with onBehalfOf or with a key', async () => {
    const { call, signIn } = await withPeople()
    const token = await signIn('ann')
    for (const as of ['bob', 'ann', '']) {
      const { status, body } = await call('GET', '/v3/groups', { token, as })
      expect([status, body.error.code]).toEqual([400, 'ERR_BAD_REQUEST'])
      expect(Object.keys(body.error.details)).toEqual(['onBehalfOf'])
    }
    for (const apikey of [KEY, AUTH_ONLY_KEY, 'wrong', '']) {
      const { status, body } = await call('GET', '/v3/groups', { token, headers: { apikey } })
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['authToken']])
    }
  })

  it('an auth token works until it expires', async () => {
    let now = NOW
    const setup = { env: { AUTH_TOKEN_DAYS: '2' }, now: () => now }
    const { call, signIn, database } = await withPeople(setup)
    const token = await signIn('ann')
    now = new Date(NOW.getTime() + 2 * DAY_MS - 1_000)
    expect((await call('GET', '/v3/groups', { token })).status).toBe(200)
    now = new Date(NOW.getTime() + 2 * DAY_MS)
    expect(codeOf(await call('GET', '/v3/groups', { token }))).toEqual(NOT_FOUND)
    expect((await call('GET', '/v3/users/ann/auth_tokens')).body.data).toEqual([])

    await signIn('bob')
    expect(await database.$count(authTokens, eq(authTokens.uid, 'ann'))).toBe(0)
  })

  it('an auth token works until it, or every token of its user, is revoked', async () => {
    const { call, signIn } = await withPeople()
    const works = async (token: string) => (await call('GET', '/v3/groups', { token })).status
    const [one, two, three, ofBob] = [
      await signIn('ann'),
      await signIn('ann'),
      await signIn('ann'),
      await signIn('bob'),
    ]
    const { body } = await call('GET', '/v3/users/ann/auth_tokens', SIGN_IN)
    expect(body.data).toHaveLength(3)
    expect(body.meta.pagination).toMatchObject({ total: 3, count: 3 })
    const [{ id }] = body.data
    const revoked = await call('DELETE', `/v3/users/ann/auth_tokens/${id}`, SIGN_IN)
    expect(revoked.body.data.success).toBe(true)
    expect(await Promise.all([one, two, three, ofBob].map(works))).toEqual([401, 200, 200, 200])

    const all = await call('DELETE', '/v3/users/ann/auth_tokens', SIGN_IN)
    expect(all.body.data).toEqual({ success: true, message: '2 auth tokens were revoked.' })
    expect(await Promise.all([one, two, three, ofBob].map(works))).toEqual([401, 401, 401, 200])
    const last = await call('DELETE', '/v3/users/bob/auth_tokens', SIGN_IN)
    expect(last.body.data.message).toBe('1 auth token was revoked.')
  })

  it('a user signs out with a token of their own, by its id or as current', async () => {
    const { call, signIn } = await withPeople()
    const [one, two, three] = [await signIn('ann'), await signIn('ann'), await signIn('ann')]
    const works = async (token: string) => (await call('GET', '/v3/groups', { token })).status
    const { body } = await call('GET', '/v3/users/ann/auth_tokens')
    const path = `/v3/users/ANN/auth_tokens/${body.data[0].id}`
    const { status, body: revoked } = await call('DELETE', path, { token: one })
    expect([status, revoked.data.success]).toEqual([200, true])
    expect(await Promise.all([one, two, three].map(works))).toEqual([401, 200, 200])
    expect(codeOf(await call('DELETE', path, { token: one }))).toEqual(NOT_FOUND)
    await call('DELETE', '/v3/users/ann/auth_tokens/current', { token: two })
    expect(await Promise.all([two, three].map(works))).toEqual([401, 200])
    expect(JSON.stringify(revoked)).not.toContain(one)
  })

  it('an auth token neither lists nor revokes the tokens of another user', async () => {
    const { call, signIn, database } = await withPeople()
    const token = await signIn('ann')
    await signIn('ann')
    await signIn('bob')
    const before = await database.select().from(authTokens)
    const [own, second, ofBob] = before.map(({ id }) => id)
    const codes: string[] = []
    for (const attempt of [
      `DELETE ann/auth_tokens/${second}`,
      `DELETE ann/auth_tokens/${ofBob}`,
      `DELETE ann/auth_tokens/${own}x`,
      `DELETE bob/auth_tokens/${ofBob}`,
      `DELETE bob/auth_tokens/${own}`,
      'DELETE bob/auth_tokens/current',
      'DELETE ann/auth_tokens',
      'GET ann/auth_tokens',
      'POST ann/auth_tokens',
    ]) {
      const [method = '', path] = attempt.split(' ')
      codes.push(codeOf(await call(method, `/v3/users/${path}`, { token })).join(' '))
    }
    const unknown = '404 ERR_AUTH_TOKEN_NOT_FOUND'
    const closed = '403 AUTH_ERR_NO_ACCESS'
    expect(codes).toEqual([unknown, unknown, unknown, ...Array.from({ length: 6 }, () => closed)])
    expect(await database.select().from(authTokens)).toEqual(before)
    const byKey = await call('DELETE', '/v3/users/ann/auth_tokens/current', SIGN_IN)
    expect(codeOf(byKey)).toEqual([404, 'ERR_AUTH_TOKEN_NOT_FOUND'])
  })

  it.each([
    ['unknown', '0'.repeat(64)],
    ['empty', ''],
    ['a key with full access', KEY],
  ])('a token that is %s is a 401 and counts as a failed attempt', async (_, token) => {
    const clientAddress = () => '192.0.2.7'
    const tried: (string | undefined)[] = []
    const failedLogins = {
      check: () => {},
      record: () => {},
      recordAsCall: async () => {
        tried.push(clientAddress())
      },
    }
    const { call } = await testPlatform({ parts: { failedLogins } })
    expect(codeOf(await call('GET', '/v3/groups', { token }))).toEqual(NOT_FOUND)
    expect(codeOf(await call('GET', '/v3/nowhere', { token }))).toEqual(NOT_FOUND)
    expect(tried).toHaveLength(2)
  })

  it('nobody signs in as an agent, and its uid revokes the tokens of an earlier user', async () => {
    const { call, signIn, database } = await withPeople()
    const token = await signIn('bob')
    // As the user of a former agent has it.
    await database.update(users).set({ role: 'agent' }).where(eq(users.uid, 'bob'))
    expect(codeOf(await call('GET', '/v3/users/bob', { token }))).toEqual(NOT_FOUND)
    const body = agentDetails({ uid: 'bob' })
    expect((await call('POST', '/v3/ai-agents/agents', { body })).status).toBe(200)
    expect(await database.$count(authTokens)).toBe(0)

    const signInAs = async (uid: string) =>
      codeOf(await call('POST', `/v3/users/${uid}/auth_tokens`, SIGN_IN))
    const refused = [403, 'AUTH_ERR_NO_ACCESS']
    expect(await signInAs('bob')).toEqual(refused)
    await database.update(users).set({ role: 'default' }).where(eq(users.uid, 'bob'))
    expect(await signInAs('bob')).toEqual(refused)
    await database.insert(authTokens).values({
      ...{ hash: await digest('a-token'), uid: 'bob', createdAt: 1 },
      expiresAt: NOW_SECONDS + 1,
    })
    expect(codeOf(await call('GET', '/v3/users/bob', { token: 'a-token' }))).toEqual(NOT_FOUND)
  })

  it('the role of agents cannot be chosen for a user', async () => {
    const { call } = await withPeople()
    const user = { uid: 'eve', name: 'Eve', role: ' Agent' }
    const created = await call('POST', '/v3/users', { ...SIGN_IN, body: user })
    expect(created.body.error.details).toEqual({ role: ['is reserved for agents'] })
    const member = { memberId: 'm', guid: 'harbor', uid: 'eve', userDetails: user }
    const { body } = await call('POST', '/v3/data_import/members', {
      body: { members: { m: member } },
    })
    expect(body.data.m.error.details).toEqual({ 'userDetails.role': ['is reserved for agents'] })
  })

  it('an import does not take the role from an agent', async () => {
    const { call } = await withPeople()
    await call('POST', '/v3/ai-agents/agents', { body: agentDetails({ uid: 'pal' }) })
    const userDetails = { uid: 'pal', name: 'Friend', role: 'boss' }
    const m = { memberId: 'm', guid: 'harbor', uid: 'pal', userDetails }
    const groupDetails = { guid: 'harbor', name: 'Harbor', type: 'public' }
    const members = { m: { ...m, groupDetails } }
    await call('POST', '/v3/data_import/members', { body: { members } })
    const { body } = await call('GET', '/v3/users/pal')
    expect(body.data).toMatchObject({ name: 'Friend', role: 'agent' })
  })

  it('a user may have eight calls under way, each until its response was read', async () => {
    const { app, call, signIn } = await withPeople()
    const [token, second, other] = [await signIn('bob'), await signIn('bob'), await signIn('ann')]
    // What a call accepts does not make it a stream.
    const headers = { authtoken: second, accept: 'text/event-stream' }
    const open = () => app.request('/v3/users/bob', { headers })
    const responses = await Promise.all(Array.from({ length: 8 }, open))
    const refused = await call('GET', '/v3/users/bob', { token })
    expect(codeOf(refused)).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await call('GET', '/v3/users/ann', { token: other })).status).toBe(200)
    await responses[0]!.text()
    await responses[1]!.body!.cancel()
    const [third, fourth] = [await open(), await open()]
    expect([third.status, fourth.status, (await open()).status]).toEqual([200, 200, 429])
  })

  it('users see other members without the fields that are for servers', async () => {
    const { call, signIn } = await withPeople()
    const member = {
      ...{ memberId: 'm', guid: 'harbor', uid: 'bob' },
      userDetails: { uid: 'bob', name: 'Bob', metadata: { email: 'b@example.com' }, tags: ['vip'] },
    }
    await call('POST', '/v3/data_import/members', { body: { members: { m: member } } })
    const token = await signIn('ann')
    const members = await call('GET', '/v3/groups/harbor/members', { token })
    expect(members.body.data[1]).toMatchObject({ uid: 'bob', name: 'Bob', scope: 'participant' })
    expect(JSON.stringify(members.body)).not.toMatch(/example|vip/)
    const received = await call('GET', '/v3/groups/harbor/members', { as: 'ann' })
    expect(received.body.data[1]).toMatchObject({
      metadata: { email: 'b@example.com' },
      tags: ['vip'],
    })
    expect(codeOf(await call('GET', '/v3/users/bob', { token }))).toEqual([
      403,
      'AUTH_ERR_NO_ACCESS',
    ])
  })
})
