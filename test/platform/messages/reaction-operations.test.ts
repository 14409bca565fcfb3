import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { importPeople, text } from '../people.fixture.ts'

const NOW_SECONDS = NOW.getTime() / 1000

/** The platform with people and one message, and what can be done with its reactions. */
async function reacting(receiver = 'bob', sender = 'ann') {
  const { call, database } = await testPlatform()
  await importPeople(call)
  const { body } = await call('POST', '/v3/messages', { as: sender, body: text(receiver, 'Hi') })
  const { id } = body.data
  const path = (reaction?: string) =>
    `/v3/messages/${id}/reactions${reaction === undefined ? '' : `/${encodeURIComponent(reaction)}`}`
  const change = (method: string) => (as: string, reaction: string) =>
    call(method, path(reaction), { as })
  const list = async (
    query: Record<string, string> = {},
    more: { as?: string; of?: string } = {},
  ) => {
    const { as, of } = more
    const search = new URLSearchParams(query)
    const answer = await call('GET', `${path(of)}?${search}`, as === undefined ? {} : { as })
    return answer.body
  }
  return { call, database, id, path, add: change('POST'), remove: change('DELETE'), list }
}

interface Told {
  id: string
  uid: string
  reaction: string
}

describe('POST /v3/messages/{id}/reactions/{reaction}', () => {
  it('concurrent reactions do not exceed the limit of kinds', async () => {
    const { add, list } = await reacting()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => add(at % 2 ? 'ann' : 'bob', `:kind${at}:`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(15)
    for (const { body } of refused) expect(body.error.code).toBe('ERR_REACTION_LIMIT_EXCEEDED')
    const { data } = await list()
    expect(data).toHaveLength(25)
    expect((await add('ann', data[1].reaction)).status).toBe(200)
    expect((await add('bob', data[0].reaction)).status).toBe(200)
  })
})

describe('GET /v3/messages/{id}/reactions', () => {
  it('reactions are listed oldest first with the users who gave them', async () => {
    const { add, list, id } = await reacting()
    await add('ann', ':smile')
    await add('bob', '😅')
    const { data, meta } = await list()
    const reactedBy = (uid: string) => ({
      ...{ uid, name: uid.toUpperCase(), status: 'offline', role: 'default' },
      createdAt: 1_700_000_000,
      conversationId: 'ann_user_bob',
    })
    const received = (uid: string, reaction: string) => ({
      ...{ id: expect.stringMatching(/^\d+$/), messageId: id, reaction, uid },
      reactedAt: NOW_SECONDS,
      reactedBy: reactedBy(uid),
    })
    expect(data).toEqual([received('ann', ':smile'), received('bob', '😅')])
    expect(Number(data[0].id)).toBeLessThan(Number(data[1].id))
    expect(meta).toEqual({
      current: { limit: 100, count: 2 },
      next: { affix: 'append', id: data[1].id },
    })
  })

  it('reactions in a group name the conversation of reader and giver if there is one', async () => {
    const { call, add, list } = await reacting('harbor')
    await add('ann', '👍')
    await add('bob', '👍')
    const conversations = async (as?: string) => {
      const { data } = await list({}, as === undefined ? {} : { as })
      return data.map(
        (one: { reactedBy: { conversationId?: string } }) => one.reactedBy.conversationId,
      )
    }
    expect(await conversations('bob')).toEqual([undefined, undefined])
    await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'Hi') })
    expect(await conversations('bob')).toEqual(['ann_user_bob', undefined])
    expect(await conversations()).toEqual([undefined, undefined])
  })

  it('the list of reactions can be filtered by one of them', async () => {
    const { add, list } = await reacting()
    await add('ann', '👍')
    await add('bob', ':+1:')
    await add('bob', '👍')
    const uids = async (of: string) => (await list({}, { of })).data.map(({ uid }: Told) => uid)
    expect(await uids('👍')).toEqual(['ann', 'bob'])
    expect(await uids(':+1:')).toEqual(['bob'])
    expect(await uids('🎉')).toEqual([])
  })

  it('reactions are listed for the parties of the message only', async () => {
    const { call, list } = await reacting()
    expect((await list({}, { as: 'bob' })).data).toEqual([])
    expect((await list({}, { as: 'cas' })).error.code).toBe('ERR_MESSAGE_NO_ACCESS')
    expect((await list({}, { as: 'nobody' })).error.code).toBe('ERR_UID_NOT_FOUND')
    const { status, body } = await call('GET', '/v3/messages/999999/reactions')
    expect(status).toBe(404)
    expect(body.error.code).toBe('ERR_MESSAGE_ID_NOT_FOUND')
  })
})

describe('reacting to a message', () => {
  it('a message has the count of each reaction, and whether the reader gave it', async () => {
    const { call, id, add } = await reacting()
    await add('ann', '👍')
    const { status, body } = await add('bob', '👍')
    expect(status).toBe(200)
    expect(body.data.data.reactions).toEqual([{ reaction: '👍', count: 2, reactedByMe: true }])
    const { body: read } = await call('GET', `/v3/messages/${id}`)
    expect(read.data.data.reactions).toEqual([{ reaction: '👍', count: 2 }])
  })

  it('reacting twice counts once, also concurrently', async () => {
    const { add, list } = await reacting()
    const answers = await Promise.all([add('bob', '👍'), add('bob', '👍'), add('bob', '👍')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { data } = await list()
    expect(data).toHaveLength(1)
    await add('bob', '👍')
    expect((await list()).data).toEqual(data)
  })

  it('users remove their own reaction, and removing it again succeeds', async () => {
    const { add, remove, list } = await reacting()
    await add('ann', '👍')
    await add('bob', '👍')
    expect((await remove('bob', '👍')).body.data.data.reactions).toEqual([
      { reaction: '👍', count: 1 },
    ])
    expect((await remove('bob', '👍')).status).toBe(200)
    expect((await list()).data.map(({ uid }: Told) => uid)).toEqual(['ann'])
    expect((await remove('ann', '👍')).body.data.data).not.toHaveProperty('reactions')
  })

  it('only users who may see a message can react to it', async () => {
    const { call, add, path } = await reacting()
    expect((await add('cas', '👍')).body.error.code).toBe('ERR_MESSAGE_NO_ACCESS')
    expect((await add('nobody', '👍')).body.error.code).toBe('ERR_UID_NOT_FOUND')
    const { status, body } = await call('POST', path('👍'))
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(['onBehalfOf'])
  })
})
