import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../helper/test-platform.ts'
import { id, NO_IDS } from './hostile-ids.fixture.ts'
import { agentDetails } from './run/chat.fixture.ts'

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

  it.each(NO_IDS)(
    'the id %j in a body is invalid',
    async (no) => {
      const { call, refused } = await withAnn()
      const message = (receiverType: string) => ({
        receiver: no,
        receiverType,
        data: { text: 'Hi' },
      })
      await refused('POST', '/v3/users', { body: { uid: no, name: 'User' } })
      await refused('POST', '/v3/groups', { body: { guid: no, name: 'Group', type: 'public' } })
      const owned = { guid: 'sea', name: 'Sea', type: 'public', owner: no }
      await refused('POST', '/v3/groups', { body: owned })
      await refused('POST', '/v3/messages', { as: 'ann', body: message('user') })
      await refused('POST', '/v3/messages', { as: 'ann', body: message('group') })
      await refused('POST', '/v3/ai-agents/agents', { body: agentDetails({ uid: no }) })

      const member = { memberId: 'm', guid: 'sea', uid: 'ann' }
      for (const wrong of [{ uid: no }, { guid: no }]) {
        const body = { members: { m: { ...member, ...wrong } } }
        const { data } = (await call('POST', '/v3/data_import/members', { body })).body
        expect(data.m).toMatchObject({ error: { code: 'ERR_IMPORT_INVALID_MEMBER_FORMAT' } })
      }
    },
    60_000,
  )

  const inPaths = NO_IDS.filter((no) => no.trim() !== '' && no.isWellFormed() && !no.includes('/'))
  it.each(inPaths)(
    'the id %j in a path is invalid',
    async (no) => {
      const { refused } = await withAnn()
      const place = encodeURIComponent(no)
      await refused('GET', `/v3/users/${place}`)
      await refused('GET', `/v3/users/${place}/messages`)
      await refused('GET', `/v3/groups/${place}`)
      await refused('GET', `/v3/groups/${place}/messages`)
      await refused('GET', `/v3/groups/${place}/members`)
      await refused('GET', `/v3/ai-agents/agents/${place}`)
      await refused('GET', `/v3/ai-agents/profiles/${place}`)
      await refused('GET', `/v3/users/${place}/auth_tokens`)
      await refused('POST', `/v3/users/${place}/auth_tokens`)
      await refused('DELETE', `/v3/users/${place}/auth_tokens/1`)
      await refused('POST', `/v3/users/${place}/conversation/read`, { as: 'ann' })
      await refused('POST', `/v3/groups/${place}/conversation/read`, { as: 'ann' })
      await refused('POST', `/v3/groups/${place}/members`, { body: { participants: ['ann'] } })
      await refused('DELETE', `/v3/groups/sea/members/${place}`)
    },
    60_000,
  )

  // No request can have anything else in a header.
  const inHeaders = NO_IDS.filter((no) => /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(no))
  it.each(inHeaders)(
    'the id %j in onBehalfOf is invalid',
    async (no) => {
      const { refused } = await withAnn()
      await refused('GET', '/v3/users/ann/messages', { as: no })
      await refused('GET', '/v3/groups', { as: no })
      await refused('GET', '/v3/messages/1', { as: no })
      await refused('POST', '/v3/messages/1/reactions/:smile:', { as: no })
    },
    60_000,
  )
})
