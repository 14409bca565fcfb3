import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { agentDetails, WAVE } from '../answers/chat.fixture.ts'

const TOOLS = '/v3/ai-agents/tools'
const SECONDS = NOW.getTime() / 1000

describe('an action', () => {
  it('an action is created, read, listed, changed and deleted', async () => {
    const { call } = await testPlatform()
    const stored = {
      ...{ ...WAVE, doNotExecute: false, type: 'action' },
      ...{ createdAt: SECONDS, updatedAt: SECONDS },
    }
    const made = await call('POST', TOOLS, { body: WAVE })
    expect(made).toMatchObject({ status: 200, body: { data: stored, meta: { warnings: [] } } })
    expect((await call('GET', `${TOOLS}/wave`)).body.data).toEqual(stored)

    const anew = { displayName: 'Greet', description: 'Greets.' }
    const changed = await call('PUT', `${TOOLS}/wave`, { body: anew })
    expect(changed.body.data).toEqual({
      ...{ name: 'wave', ...anew, doNotExecute: false, type: 'action' },
      parameters: { type: 'object', properties: {}, required: [] },
      ...{ createdAt: SECONDS, updatedAt: SECONDS },
    })
    expect((await call('DELETE', `${TOOLS}/wave`)).body.data.success).toBe(true)
    for (const [method, sent] of [['GET'], ['DELETE'], ['PUT', { body: anew }]] as const) {
      const { status, body } = await call(method, `${TOOLS}/wave`, sent)
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'ERR_TOOL_NOT_FOUND' })
    }
  })

  it('the name of an action is unique and cannot be changed', async () => {
    const { call } = await testPlatform()
    await call('POST', TOOLS, { body: WAVE })
    const again = await call('POST', TOOLS, { body: WAVE })
    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: 'ERR_TOOL_ALREADY_EXISTS' } },
    })
    const renamed = await call('PUT', `${TOOLS}/wave`, { body: { ...WAVE, name: 'greet' } })
    expect(renamed.body.error.details).toEqual({ name: ['cannot be changed'] })
  })

  it('actions are listed with or without the labels of tools', async () => {
    const { call } = await testPlatform()
    for (const name of ['b', 'a', 'c']) {
      const doNotExecute = name === 'a'
      await call('POST', TOOLS, { body: { ...WAVE, name, doNotExecute } })
    }
    const names = async (query: string) => {
      const { body } = await call('GET', `${TOOLS}${query}`)
      return [
        body.data.map(({ name }: { name: string }) => name).join(''),
        body.meta.pagination.total,
      ]
    }
    expect(await names('')).toEqual(['abc', 3])
    expect(await names('?type=tool')).toEqual(['a', 1])
    expect(await names('?type=action&perPage=1&page=2')).toEqual(['c', 2])
    expect((await call('GET', `${TOOLS}?type=other`)).status).toBe(400)
  })

  it('an action that an agent uses can neither be deleted nor change its type', async () => {
    const { call } = await testPlatform()
    await call('POST', TOOLS, { body: WAVE })
    await call('POST', '/v3/ai-agents/agents', { body: agentDetails({ actions: ['wave'] }) })
    const gone = await call('DELETE', `${TOOLS}/wave`)
    expect(gone).toMatchObject({ status: 409, body: { error: { code: 'ERR_TOOL_IN_USE' } } })
    expect(gone.body.error.devMessage).toContain('helper')
    const other = await call('PUT', `${TOOLS}/wave`, { body: { ...WAVE, doNotExecute: true } })
    expect(other.status).toBe(409)
    await call('PATCH', '/v3/ai-agents/agents/helper', { body: { actions: [] } })
    expect((await call('DELETE', `${TOOLS}/wave`)).status).toBe(200)
  })

  it.each([
    ['a name that no code can have', { name: '1st' }, 'name'],
    ['a name with a space', { name: 'my action' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(129) }, 'name'],
    ['no display name', { displayName: ' ' }, 'displayName'],
    ['no description', { description: '' }, 'description'],
    ['parameters that are no object', { parameters: [] }, 'parameters'],
  ])('an action with %s is invalid', async (_what, change, field) => {
    const { call } = await testPlatform()
    const { status, body } = await call('POST', TOOLS, { body: { ...WAVE, ...change } })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual([field])
  })

  it('a parameter without a description is a warning', async () => {
    const { call } = await testPlatform()
    const parameters = { type: 'object', properties: { times: { type: 'integer' } } }
    const { body } = await call('POST', TOOLS, { body: { ...WAVE, parameters } })
    expect(body.meta.warnings).toEqual([expect.stringContaining('times has no description')])
  })
})
