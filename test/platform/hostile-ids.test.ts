import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../helper/test-platform.ts'
import { agentDetails } from './answers/chat.fixture.ts'
import { id } from './hostile-ids.fixture.ts'

const NO_ID = 'user/a b'

async function withAnn() {
  const { call } = await testPlatform()
  await call('POST', '/v3/users', { body: { uid: 'ann', name: 'Ann' } })
  const refused = async (
    method: string,
    path: string,
    more: { body?: object; as?: string } = {},
  ) => {
    const { status, body } = await call(method, path, more)
    expect([path, status, body.error.code]).toEqual([path, 400, 'ERR_BAD_REQUEST'])
  }
  return { call, refused }
}

describe('an id', () => {
  it('an id is the same in either case everywhere', async () => {
    const { call } = await testPlatform()
    await fc.assert(
      fc.asyncProperty(id, async (uid) => {
        await call('POST', '/v3/users', { body: { uid: uid.toUpperCase(), name: 'User' } })
        for (const spelled of [uid, uid.toUpperCase()]) {
          expect((await call('GET', `/v3/users/${spelled}`)).body.data.uid).toBe(uid)
          const messages = await call('GET', `/v3/users/${uid}/messages`, { as: spelled })
          expect(messages.status).toBe(200)
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  // All that are invalid are known to the schema: see field.test.ts.
  it('an invalid id is an error in every body', async () => {
    const { call, refused } = await withAnn()
    const message = { receiver: NO_ID, data: { text: 'Hi' } }
    await refused('POST', '/v3/users', { body: { uid: NO_ID, name: 'User' } })
    await refused('POST', '/v3/groups', { body: { guid: NO_ID, name: 'Group', type: 'public' } })
    const owned = { guid: 'sea', name: 'Sea', type: 'public', owner: NO_ID }
    await refused('POST', '/v3/groups', { body: owned })
    for (const receiverType of ['user', 'group']) {
      await refused('POST', '/v3/messages', { as: 'ann', body: { ...message, receiverType } })
    }
    await refused('POST', '/v3/ai-agents/agents', { body: agentDetails({ uid: NO_ID }) })

    const member = { memberId: 'm', guid: 'sea', uid: 'ann' }
    for (const wrong of [{ uid: NO_ID }, { guid: NO_ID }]) {
      const body = { members: { m: { ...member, ...wrong } } }
      const { data } = (await call('POST', '/v3/data_import/members', { body })).body
      expect(data.m).toMatchObject({ error: { code: 'ERR_IMPORT_INVALID_MEMBER_FORMAT' } })
    }
  })

  it.each([
    'GET users/?',
    'GET users/?/messages',
    'GET groups/?',
    'GET groups/?/messages',
    'GET groups/?/members',
    'GET ai-agents/agents/?',
    'GET ai-agents/profiles/?',
    'GET users/?/auth_tokens',
    'POST users/?/auth_tokens',
    'DELETE users/?/auth_tokens/1',
    'POST users/?/conversation/read',
    'POST groups/?/conversation/read',
    'POST groups/?/members',
    'DELETE groups/sea/members/?',
  ])('an invalid id in the path is an error: %s', async (operation) => {
    const { refused } = await withAnn()
    const [method = '', path = ''] = operation.split(' ')
    const body = { participants: ['ann'] }
    const address = `/v3/${path.replace('?', encodeURIComponent(NO_ID))}`
    await refused(method, address, method === 'POST' ? { as: 'ann', body } : { as: 'ann' })
  })

  it('an invalid id in onBehalfOf is an error', async () => {
    const { refused } = await withAnn()
    for (const as of ['', NO_ID]) {
      await refused('GET', '/v3/users/ann/messages', { as })
      await refused('GET', '/v3/groups', { as })
      await refused('GET', '/v3/messages/1', { as })
      await refused('POST', '/v3/messages/1/reactions/:smile:', { as })
    }
  })
})
