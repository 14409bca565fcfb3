import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'

/** The group pier: olga its owner, ada and alf admins, mo a moderator, pam and pat participants. */
async function platform() {
  const { call } = await testPlatform()
  const add = (body: object, as?: string) =>
    call('POST', '/v3/groups/pier/members', { body, ...(as && { as }) })
  const remove = (uid: string, as?: string) =>
    call('DELETE', `/v3/groups/pier/members/${uid}`, as === undefined ? {} : { as })
  const uids = ['olga', 'ada', 'alf', 'mo', 'mia', 'pam', 'pat', 'new', 'out']
  for (const uid of uids) await call('POST', '/v3/users', { body: { uid, name: uid } })
  const pier = { guid: 'pier', name: 'Pier', type: 'private', owner: 'olga' }
  await call('POST', '/v3/groups', { body: pier })
  const lists = { admins: ['ada', 'alf'], moderators: ['mo', 'mia'], participants: ['pam', 'pat'] }
  expect((await add(lists)).status).toBe(200)
  const members = async () => {
    const { body } = await call('GET', '/v3/groups/pier/members')
    const of = ({ uid, scope }: { uid: string; scope: string }) => [uid, scope]
    return Object.fromEntries(body.data.map(of))
  }
  return { call, add, remove, members }
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? '200' : `${status} ${body.error?.code}`

const LACKS = '403 ERR_GROUP_NO_MODERATOR_SCOPE'

describe('POST /v3/groups/{guid}/members', () => {
  it('users are added to a group with their scopes, each with its own outcome', async () => {
    const { call, add, members } = await platform()
    const ban = { memberId: 'm', guid: 'pier', uid: 'out', isBanned: true }
    await call('POST', '/v3/data_import/members', { body: { members: { m: ban } } })
    const answer = await add({ moderators: ['NEW', 'pam'], participants: ['nobody', 'out'] })
    expect(answer.body.data).toMatchObject({
      moderators: {
        new: { success: true },
        pam: { success: false, error: { code: 'ERR_ALREADY_JOINED' } },
      },
      participants: {
        nobody: { success: false, error: { code: 'ERR_UID_NOT_FOUND' } },
        out: { success: false, error: { code: 'ERR_BANNED_GROUPMEMBER' } },
      },
    })
    expect(await members()).toMatchObject({ new: 'moderator', pam: 'participant' })
  })

  it.each([
    ['olga', 'admins', '200'],
    ['ada', 'admins', '200'],
    ['ada', 'participants', '200'],
    ['mo', 'admins', LACKS],
    ['mo', 'moderators', LACKS],
    ['mo', 'participants', '200'],
    ['pam', 'participants', LACKS],
    ['out', 'participants', '403 ERR_GROUP_NOT_JOINED'],
    ['nobody', 'participants', '404 ERR_UID_NOT_FOUND'],
  ])('adding members by %s to the %s: %s', async (actor, list, code) => {
    const { add, members } = await platform()
    expect(codeOf(await add({ [list]: ['new'] }, actor))).toBe(code)
    expect('new' in (await members())).toBe(code === '200')
  })

  it.each([
    ['nobody at all', {}, 'body'],
    ['no list', { participants: 'new' }, 'participants'],
    ['no uid', { participants: ['a b'] }, 'participants.0'],
    ['an unknown list', { owners: ['new'] }, 'owners'],
    ['one uid twice', { admins: ['new'], participants: ['NEW'] }, 'body'],
    [
      'too many',
      { participants: Array.from({ length: 101 }, (_, at) => `u${at}`) },
      'participants',
    ],
  ])('adding members with %s is an error', async (_what, body, field) => {
    const { add } = await platform()
    const answer = await add(body)
    expect(codeOf(answer)).toBe('400 ERR_BAD_REQUEST')
    expect(Object.keys(answer.body.error.details)).toContain(field)
  })
})

describe('DELETE /v3/groups/{guid}/members/{uid}', () => {
  it.each([
    [undefined, 'olga', '200'],
    ['olga', 'ada', '200'],
    ['ada', 'mo', '200'],
    ['ada', 'pam', '200'],
    ['mo', 'pam', '200'],
    ['pam', 'pam', '200'],
    ['ada', 'ada', '200'],
    ['ada', 'alf', LACKS],
    ['ada', 'olga', LACKS],
    ['mo', 'ada', LACKS],
    ['mo', 'mia', LACKS],
    ['pam', 'pat', LACKS],
    ['pam', 'new', LACKS],
    ['olga', 'olga', '403 ERR_OWNER_EXIT_FORBIDDEN'],
    ['out', 'pam', '403 ERR_GROUP_NOT_JOINED'],
    ['ada', 'new', '403 ERR_GROUP_NOT_JOINED'],
  ])('removing a member by %s, of %s: %s', async (actor, uid, code) => {
    const { call, remove, members } = await platform()
    const before = await members()
    expect(codeOf(await remove(uid, actor))).toBe(code)
    const { [uid]: _, ...others } = before
    expect(await members()).toEqual(code === '200' ? others : before)
    if (code !== '200') return
    const read = await call('GET', '/v3/groups/pier/messages', { as: uid })
    expect(codeOf(read)).toBe('403 ERR_GROUP_NOT_JOINED')
  })

  it('removing a banned member does not lift the ban', async () => {
    const { call, remove, add } = await platform()
    const ban = { memberId: 'm', guid: 'pier', uid: 'pam', isBanned: true }
    await call('POST', '/v3/data_import/members', { body: { members: { m: ban } } })
    expect(codeOf(await remove('pam', 'ada'))).toBe('403 ERR_BANNED_GROUPMEMBER')
    expect(codeOf(await remove('pam', 'pam'))).toBe('403 ERR_BANNED_GROUPMEMBER')
    const { data } = (await add({ participants: ['pam'] }, 'ada')).body
    expect(data.participants.pam.error.code).toBe('ERR_BANNED_GROUPMEMBER')
  })
})
