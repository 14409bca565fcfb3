import { describe, expect, it } from 'vitest'
import { agents } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { ADDRESS, agentDetails, WAVE } from '../answers/chat.fixture.ts'

const AGENTS = '/v3/ai-agents/agents'
const SECONDS = NOW.getTime() / 1000
const HEADERS = { Authorization: 'Bearer secret', 'X-API-Key': 'secret' }
const MASKED = { authorization: '•••', 'x-api-key': '•••' }

type Call = Awaited<ReturnType<typeof testPlatform>>['call']

const refusal = async (call: Call, body: unknown, method = 'POST', path = AGENTS) => {
  const answer = await call(method, path, { body })
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'ERR_BAD_REQUEST' } } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  return Object.keys(answer.body.error.details)
}

describe('an agent', () => {
  it('a registered agent is disabled at first, and shows no value of its headers', async () => {
    const { call, records } = await testPlatform()
    await call('POST', '/v3/ai-agents/tools', { body: WAVE })
    const body = {
      ...{ name: 'Launch Helper', icon: 'https://example.com/a.png', integrateWith: 'ag-ui' },
      integrationMeta: {
        ...{ baseUrl: 'https://Agent.example.com/run', agentId: 'ranking', headers: HEADERS },
      },
      actions: ['wave'],
      metaData: { greetingMessage: 'Hi', suggestedMessages: ['top 3 today'] },
    }
    const made = await call('POST', AGENTS, { body })
    expect(made.status).toBe(200)
    expect(made.body.data).toEqual({
      ...{ ...body, uid: 'launch-helper', isActive: false, integrationType: 'agent', tools: [] },
      integrationMeta: {
        ...{ baseUrl: 'https://agent.example.com/run', agentId: 'ranking', headers: MASKED },
      },
      ...{ createdAt: SECONDS, updatedAt: SECONDS },
    })
    expect((await call('GET', `${AGENTS}/launch-helper`)).body).toEqual(made.body)
    const listed = await call('GET', `${AGENTS}?perPage=1`)
    expect(listed.body.data).toEqual([made.body.data])
    expect(listed.body.meta.pagination).toMatchObject({ total: 1, per_page: 1, total_pages: 1 })
    expect(JSON.stringify([listed.body, records()])).not.toContain('secret')
  })

  it('an agent is a user with the same name and avatar', async () => {
    const { call } = await testPlatform()
    await call('POST', AGENTS, { body: agentDetails({ icon: 'https://example.com/a.png' }) })
    const user = async () => (await call('GET', '/v3/users/helper')).body.data
    const avatar = 'https://example.com/a.png'
    expect(await user()).toMatchObject({ name: 'Helper', avatar, role: 'agent' })
    await call('PATCH', `${AGENTS}/helper`, { body: { name: 'Ranker' } })
    expect(await user()).toMatchObject({ name: 'Ranker', avatar })
  })

  it('an unknown field of an agent is an error, and its uid cannot be changed', async () => {
    const { call } = await testPlatform()
    const more = { isactive: true, metaData: { greeting: 'Hi' } }
    const unknown = ['integrationMeta.url', 'isactive', 'metaData.greeting']
    const refused = await refusal(call, agentDetails(more, { url: ADDRESS }))
    expect(refused.toSorted()).toEqual(unknown)

    const made = await call('POST', AGENTS, { body: agentDetails() })
    const change = { ...more, integrationMeta: { url: ADDRESS }, uid: 'other' }
    const path = `${AGENTS}/helper`
    const { status, body } = await call('PATCH', path, { body: change })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details).toSorted()).toEqual([...unknown, 'uid'])
    expect(body.error.details.uid).toEqual(['cannot be changed'])
    expect((await call('GET', path)).body).toEqual(made.body)
  })

  it('an agent cannot take the uid of an existing user', async () => {
    const { call } = await testPlatform()
    await call('POST', '/v3/users', { body: { uid: 'ann', name: 'Ann' } })
    const taken = await call('POST', AGENTS, { body: agentDetails({ uid: 'ann' }) })
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { code: 'ERR_UID_ALREADY_EXISTS' } },
    })
    const { uid: _uid, ...unnamed } = agentDetails({ name: 'Ann' })
    const made = await call('POST', AGENTS, { body: unnamed })
    expect(made.body.data.uid).toMatch(/^ann-\w+$/)
    const both = await Promise.all([1, 2].map(() => call('POST', AGENTS, { body: agentDetails() })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a partial change of an agent keeps all other fields and the secrets', async () => {
    const { call, database } = await testPlatform()
    const metaData = { greetingMessage: 'Hi', introductoryMessage: 'I rank.' }
    const details = agentDetails({ metaData }, { headers: HEADERS })
    const { body } = await call('POST', AGENTS, { body: details })
    const change = async (sent: object) =>
      (await call('PATCH', `${AGENTS}/helper`, { body: sent })).body.data
    expect(await change({ isActive: false })).toEqual({ ...body.data, isActive: false })
    expect(await change({ metaData: { greetingMessage: 'Hello' } })).toMatchObject({
      metaData: { greetingMessage: 'Hello', introductoryMessage: 'I rank.' },
    })
    const moved = await change({ integrationMeta: { baseUrl: 'https://agent.example.com/b' } })
    expect(moved.integrationMeta).toEqual({
      ...{ baseUrl: 'https://agent.example.com/b', agentId: 'helper', headers: MASKED },
    })
    await change({ integrationMeta: { headers: { 'X-Api-Key': 'another' } } })
    const stored = async () => {
      return (await database.select().from(agents))[0]!.integrationMeta.headers
    }
    expect(await stored()).toEqual({ authorization: 'Bearer secret', 'x-api-key': 'another' })
    await change({ integrationMeta: { headers: { Authorization: null } } })
    expect(await stored()).toEqual({ 'x-api-key': 'another' })
  })

  it('a deleted agent is gone, its user stays, and it can be registered again', async () => {
    const { call } = await testPlatform()
    await call('POST', AGENTS, { body: agentDetails() })
    expect((await call('DELETE', `${AGENTS}/helper`)).body.data.success).toBe(true)
    const again = await call('DELETE', `${AGENTS}/helper`)
    expect(again).toMatchObject({ status: 404, body: { error: { code: 'ERR_AGENT_NOT_FOUND' } } })
    expect((await call('GET', `${AGENTS}/helper`)).status).toBe(404)
    expect((await call('PATCH', `${AGENTS}/helper`, { body: {} })).status).toBe(404)
    expect((await call('GET', '/v3/users/helper')).status).toBe(200)
    expect((await call('POST', AGENTS, { body: agentDetails() })).status).toBe(200)
  })

  it.each<[string, object, object, string[]]>([
    ['name', { name: '' }, {}, ['name']],
    ['provider', { integrateWith: undefined }, {}, ['integrateWith']],
    ['provider that is known', { integrateWith: 'other' }, {}, ['integrateWith']],
    ['provider with no common protocol', { integrateWith: 'ag2' }, {}, ['integrateWith']],
    ['agent id', {}, { agentId: ' ' }, ['integrationMeta.agentId']],
    ['Deployment URL', {}, { baseUrl: '' }, ['integrationMeta.baseUrl']],
    ['whole Deployment URL', {}, { baseUrl: 'agent/run' }, ['integrationMeta.baseUrl']],
    ['registered action', { actions: ['nothing'] }, {}, ['actions']],
    ['label for its tool', { tools: ['wave'] }, {}, ['tools']],
    ['action but once', { actions: ['wave', 'wave'] }, {}, ['actions']],
    ['header of its own', {}, { headers: { host: 'secret' } }, ['integrationMeta.headers']],
    ['value but a mask', {}, { headers: { a: '•••' } }, ['integrationMeta.headers']],
    [
      'value without a line break',
      {},
      { headers: { a: 'secret\nb: c' } },
      ['integrationMeta.headers'],
    ],
  ])('an agent needs a %s', async (_what, more, meta, fields) => {
    const { call } = await testPlatform()
    await call('POST', '/v3/ai-agents/tools', { body: WAVE })
    expect(await refusal(call, agentDetails(more, meta))).toEqual(fields)
    await call('POST', AGENTS, { body: agentDetails() })
    const change = { ...more, ...(Object.keys(meta).length > 0 && { integrationMeta: meta }) }
    if (Object.values(change).some((value) => value === undefined)) return
    expect(await refusal(call, change, 'PATCH', `${AGENTS}/helper`)).toEqual(fields)
  })

  it.each([
    'http://agent.example.com/run',
    'https://127.0.0.1/run',
    'https://user:secret@agent.example.com/',
    'ftp://agent.example.com/',
  ])('without local agents the address %s is invalid', async (baseUrl) => {
    const { call } = await testPlatform()
    const details = agentDetails({}, { baseUrl })
    expect(await refusal(call, details)).toEqual(['integrationMeta.baseUrl'])
    const { body } = await call('POST', AGENTS, { body: details })
    const mayBeAllowed = !/ftp|secret/.test(baseUrl)
    expect(body.error.message.includes('ALLOW_LOCAL_AGENTS=true')).toBe(mayBeAllowed)
    const { call: local } = await testPlatform({ env: { ALLOW_LOCAL_AGENTS: 'true' } })
    const { status } = await local('POST', AGENTS, { body: details })
    expect(status).toBe(mayBeAllowed ? 200 : 400)
  })
})
