import { expect, it } from 'vitest'
import { countValues } from '../../src/core/json.ts'
import {
  actions,
  agents,
  authTokens,
  groups,
  members,
  reactions,
  users,
} from '../../src/storage/schema.ts'
import { testPlatform } from '../helper/test-platform.ts'

const STORED = { recordedAt: 1, updatedAt: 1 }
const COUNT = 120
/** Sent one by one. */
const MESSAGES = 40
const KEYS = Array.from({ length: COUNT }, (_, at) => `u${String(at).padStart(3, '0')}`)
const METADATA = Object.fromEntries(Array.from({ length: 240 }, (_, at) => [`k${at}`, [1]]))
const AVATAR = `https://a.test/${'a'.repeat(2_000)}`

type Service = Awaited<ReturnType<typeof testPlatform>>

/** As many of everything as fit into no page, each as large as it may be. */
async function fill({ call, database }: Service) {
  const made = async (method: string, path: string, body: object, as?: string) => {
    const answer = await call(method, path, { body, ...(as !== undefined && { as }) })
    expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined])
    return answer.body.data
  }
  const large = { avatar: AVATAR, metadata: METADATA, ...STORED }
  for (const uid of ['ann', ...KEYS])
    await database.insert(users).values({ uid, name: uid, ...large })
  for (const guid of ['harbor', ...KEYS]) {
    const group = { guid, name: guid, type: 'public' as const, icon: AVATAR, metadata: METADATA }
    await database.insert(groups).values({ ...group, description: 'd'.repeat(1_000), ...STORED })
  }
  for (const uid of ['ann', ...KEYS]) {
    const member = { guid: 'harbor', uid, scope: 'admin' as const, isBanned: false, joinedAt: 1 }
    await database.insert(members).values({ ...member, ...STORED })
  }
  const data = { text: 't'.repeat(3_000), metadata: METADATA }
  for (const receiver of KEYS.slice(0, MESSAGES))
    await made('POST', '/v3/messages', { receiver, receiverType: 'user', data }, 'ann')
  for (let count = 0; count < MESSAGES; count += 1)
    await made('POST', '/v3/messages', { receiver: 'harbor', receiverType: 'group', data }, 'ann')
  for (const uid of KEYS)
    await database
      .insert(reactions)
      .values({ messageId: 1, reaction: ':smile:', uid, reactedAt: 1 })
  const action = { name: 'act', displayName: 'Act', description: 'd'.repeat(4_000) }
  await made('POST', '/v3/ai-agents/tools', action)
  const [act] = await database.select().from(actions)
  for (const name of KEYS) await database.insert(actions).values({ ...act!, name })
  const suggestedMessages = ['top 3']
  const meta = { greetingMessage: 'g'.repeat(500), suggestedMessages }
  await made('POST', '/v3/ai-agents/agents', {
    ...{ uid: 'helper', name: 'Helper', isActive: true, integrateWith: 'crewai', metaData: meta },
    integrationMeta: { baseUrl: 'https://agent.test/', agentId: 'helper' },
  })
  const [helper] = await database.select().from(agents)
  for (const uid of KEYS) await database.insert(agents).values({ ...helper!, uid })
  for (const hash of KEYS)
    await database
      .insert(authTokens)
      .values({ hash, uid: 'ann', createdAt: 1, expiresAt: 9_999_999_999 })
}

it('a page of any list ends at 256 KiB and 20,000 values, and the next goes on; a user has 100 items', {
  timeout: 120_000,
}, async () => {
  const service = await testPlatform()
  await fill(service)
  const token = await service.signIn('ann')
  const description = await (await service.app.request('/openapi.json')).json()
  type Get = { get?: { parameters?: { name: string }[]; security?: object[] } }
  const lists = Object.entries<Get>(description.paths).filter(([path, { get }]) => {
    return path.startsWith('/v3') && get?.parameters?.some(({ name }) => name === 'per_page')
  })
  const ended: string[] = []
  for (const [path, { get }] of lists) {
    const isOfUser = path.includes('users/{uid}/messages')
    const list = path
      .replace('{uid}', 'ann')
      .replace('{guid}', 'harbor')
      .replace('{id}', '1')
      .replace('{reaction}', ':smile:')
    const isBehalf = get?.parameters?.some(({ name }) => name === 'onBehalfOf')
    const as = isBehalf && !isOfUser ? { as: 'ann' } : {}
    const { status, body } = await service.call('GET', `${list}?per_page=1000`, as)
    expect([path, status]).toEqual([path, 200])
    const { data, meta } = body
    expect(data.length, path).toBeGreaterThan(0)
    expect(JSON.stringify(data).length, path).toBeLessThanOrEqual(256 * 1024 + data.length + 2)
    expect(countValues(data), path).toBeLessThanOrEqual(20_001)
    if (data.length < (path.includes('messages') ? MESSAGES : COUNT) && meta.next) {
      ended.push(path)
      const next = new URLSearchParams({ per_page: '1000', ...meta.next })
      const more = await service.call('GET', `${list}?${next}`, as)
      expect(more.body.data.length, path).toBeGreaterThan(0)
      expect(more.body.data[0], path).not.toEqual(data.at(-1))
    }
    if (!get?.security?.some((one) => 'authToken' in one)) continue
    const own = isOfUser ? list.replace('ann', KEYS[0]!) : list
    const ofUser = await service.call('GET', `${own}?per_page=1000`, { token })
    expect([path, ofUser.status]).toEqual([path, 200])
    expect(ofUser.body.data.length, path).toBeLessThanOrEqual(100)
  }
  expect(ended.length).toBeGreaterThan(6)
})
