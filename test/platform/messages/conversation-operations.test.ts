import { lt, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readConversations } from '../../../src/platform/messages/read-conversations.ts'
import { conversations, messages } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { importPeople, text } from '../people.fixture.ts'

async function platform() {
  const made = await testPlatform()
  await importPeople(made.call)
  const { call } = made
  const say = async (from: string, to: string, words: string) => {
    const { status, body } = await call('POST', '/v3/messages', { as: from, body: text(to, words) })
    expect(status).toBe(200)
    return body.data.id as string
  }
  const list = async (as: string, query = '') =>
    (await call('GET', `/v3/conversations${query}`, { as })).body
  const read = async (as: string, where: string, body?: object) =>
    await call('POST', `/v3/${where}/conversation/read`, { as, ...(body && { body }) })
  return { ...made, say, list, read }
}

interface Listed {
  conversationId: string
  unreadMessageCount: number
  lastMessage: { id: string; data: { text?: string } }
}

const brief = ({ data }: { data: Listed[] }) =>
  data.map(({ conversationId, unreadMessageCount, lastMessage }) => {
    return [conversationId, lastMessage.data.text, unreadMessageCount]
  })

describe('GET /v3/conversations', () => {
  it('conversations are listed latest first with the last message and the unread count', async () => {
    const { say, list } = await platform()
    await say('bob', 'ann', 'One')
    await say('bob', 'ann', 'Two')
    await say('cas', 'ann', 'Three')
    await say('bob', 'harbor', 'Four')
    const id = await say('ann', 'bob', 'Five')
    const listed = await list('ann')
    expect(brief(listed)).toEqual([
      ['ann_user_bob', 'Five', 2],
      ['group_harbor', 'Four', 1],
      ['ann_user_cas', 'Three', 1],
    ])
    expect(listed.data[0]).toMatchObject({
      conversationType: 'user',
      conversationWith: { uid: 'bob', name: 'BOB' },
      lastMessage: { id, sender: 'ann' },
      updatedAt: NOW.getTime() / 1000,
    })
    expect(listed.data[0]).not.toHaveProperty('lastReadMessageId')
    const withGroup = { conversationType: 'group', conversationWith: { guid: 'harbor' } }
    expect(listed.data[1]).toMatchObject(withGroup)
    // cas is banned from the group.
    expect(brief(await list('cas'))).toEqual([['ann_user_cas', 'Three', 0]])
  })

  it('a conversation with oneself is listed once', async () => {
    const { say, list } = await platform()
    await say('ann', 'ann', 'Note')
    const listed = await list('ann')
    expect(brief(listed)).toEqual([['ann_user_ann', 'Note', 0]])
    expect(listed.data[0].conversationWith).toMatchObject({ uid: 'ann' })
  })

  it('conversations are paged forwards and backwards by their last message', async () => {
    const { call, say, list } = await platform()
    for (const uid of ['u1', 'u2', 'u3', 'u4', 'u5']) {
      await call('POST', '/v3/users', { body: { uid, name: uid } })
      await say(uid, 'ann', uid)
    }
    const wordsOf = (page: { data: Listed[] }) =>
      page.data.map(({ lastMessage }) => lastMessage.data.text)
    const query = ({ affix, id }: { affix: string; id: string }) =>
      `?limit=2&affix=${affix}&id=${id}`
    const first = await list('ann', '?limit=2')
    expect(wordsOf(first)).toEqual(['u5', 'u4'])
    expect(first.meta).not.toHaveProperty('previous')
    const second = await list('ann', query(first.meta.next))
    expect(wordsOf(second)).toEqual(['u3', 'u2'])
    const third = await list('ann', query(second.meta.next))
    expect(wordsOf(third)).toEqual(['u1'])
    expect((await list('ann', query(third.meta.next))).data).toEqual([])
    expect(wordsOf(await list('ann', query(third.meta.previous)))).toEqual(['u3', 'u2'])
    expect(wordsOf(await list('ann', query(second.meta.previous)))).toEqual(['u5', 'u4'])
    const numbered = await list('ann', '?per_page=2&page=3')
    expect(wordsOf(numbered)).toEqual(['u1'])
    expect(numbered.meta.pagination).toEqual({
      ...{ total: 5, count: 1, per_page: 2, current_page: 3, total_pages: 3 },
    })
  })

  it('a deleted message keeps its place and is not counted as unread', async () => {
    const { call, say, list } = await platform()
    await say('bob', 'ann', 'One')
    const id = await say('bob', 'ann', 'Oops')
    await call('DELETE', `/v3/messages/${id}`, { as: 'bob' })
    const listed = await list('ann')
    expect(brief(listed)).toEqual([['ann_user_bob', undefined, 1]])
    expect(listed.data[0].lastMessage).toMatchObject({ id, deletedAt: expect.any(Number) })
  })

  it('messages from before a user joined the group are not unread', async () => {
    let now = NOW
    const made = await testPlatform({ now: () => now })
    const { call } = made
    await importPeople(call)
    await call('POST', '/v3/users', { body: { uid: 'dee', name: 'Dee' } })
    await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', 'Before') })
    now = new Date(NOW.getTime() + 5_000)
    await call('POST', '/v3/groups/harbor/members', { body: { participants: ['dee'] } })
    await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', 'After') })
    const { body } = await call('GET', '/v3/conversations', { as: 'dee' })
    expect(brief(body)).toEqual([['group_harbor', 'After', 1]])
  })

  it("the latest thousand messages that are counted include the user's own", async () => {
    const { database, list, say, read, call } = await platform()
    const write = (sender: string, receiver: string, count: number) =>
      database.run(sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
        insert into ${messages} (sender, receiver, receiver_type, category, type, data, sent_at, updated_at)
        select ${sender}, ${receiver}, 'user', 'message', 'text', '{"text":"More"}', 1, 1 from numbers`)
    await write('bob', 'ann', 300)
    await write('ann', 'bob', 999)
    const last = await say('bob', 'ann', 'Last')
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Last', 1]])
    await say('bob', 'ann', 'Later')
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Later', 2]])
    await call('DELETE', `/v3/messages/${last}`, { as: 'bob' })
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Later', 1]])
    await read('ann', 'users/bob', { messageId: last })
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Later', 1]])
    await write('bob', 'ann', 998)
    await say('bob', 'ann', 'Last of all')
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Last of all', 1_000]])
  })

  it('listing conversations uses indexes and scans no table', async () => {
    const { database } = await platform()
    const bound = lt(conversations.lastMessageId, 9)
    const extent = { isDescending: true, limit: 51 }
    const query = readConversations(database, 'ann', bound, extent).getSQL()
    const plan = await database.all<object>(sql`explain query plan ${query}`)
    const details = plan.map((row) => Object.values(row).at(-1))
    const scanned = details.filter((detail) => /^SCAN (?!mine|page|\()/.test(detail))
    expect(scanned).toEqual([])
    for (const index of ['conversations_of_one', 'conversations_of_other', 'members_of_user']) {
      expect(details.join()).toContain(index)
    }
    expect(details.join()).toMatch(/latest USING INDEX messages_of_conversation/)
  })
})

describe('marking a conversation as read', () => {
  it('marking as read goes up to the last or a given message, and never back', async () => {
    const { say, list, read } = await platform()
    const one = await say('bob', 'ann', 'One')
    const two = await say('bob', 'ann', 'Two')
    const marked = await read('ann', 'users/bob', { messageId: one })
    expect(marked.body.data).toEqual({
      conversationId: 'ann_user_bob',
      lastReadMessageId: one,
      unreadMessageCount: 1,
    })
    const all = await read('ann', 'users/bob')
    expect(all.body.data).toMatchObject({ lastReadMessageId: two, unreadMessageCount: 0 })
    const back = await read('ann', 'users/bob', { messageId: one })
    expect(back.body.data).toMatchObject({ lastReadMessageId: two, unreadMessageCount: 0 })
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Two', 0]])
    await say('bob', 'ann', 'Three')
    expect(brief(await list('ann'))).toEqual([['ann_user_bob', 'Three', 1]])
  })

  it('each user of a group has their own read position', async () => {
    const { call, say, list, read } = await platform()
    await call('POST', '/v3/users', { body: { uid: 'dee', name: 'Dee' } })
    await call('POST', '/v3/groups/harbor/members', { body: { participants: ['dee'] } })
    await say('ann', 'harbor', 'Ahoy')
    expect((await read('bob', 'groups/harbor')).body.data.unreadMessageCount).toBe(0)
    expect(brief(await list('bob'))).toEqual([['group_harbor', 'Ahoy', 0]])
    expect(brief(await list('dee'))).toEqual([['group_harbor', 'Ahoy', 1]])
  })

  it('marking a message of another conversation, or one the user cannot see, is an error', async () => {
    const { say, read } = await platform()
    const id = await say('bob', 'ann', 'One')
    const hidden = await say('bob', 'cas', 'Secret')
    await say('ann', 'harbor', 'Ahoy')
    const wrong = await read('ann', 'groups/harbor', { messageId: id })
    expect([wrong.status, Object.keys(wrong.body.error.details)]).toEqual([400, ['messageId']])
    const codes = await Promise.all([
      read('ann', 'users/bob', { messageId: hidden }),
      read('ann', 'users/bob', { messageId: '999' }),
      read('ann', 'users/nobody'),
      read('ann', 'users/cas'),
      read('cas', 'groups/harbor'),
      read('ann', 'groups/nowhere'),
    ])
    expect(codes.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual([
      '403 ERR_MESSAGE_NO_ACCESS',
      '404 ERR_MESSAGE_ID_NOT_FOUND',
      '404 ERR_UID_NOT_FOUND',
      '404 ERR_CONVERSATION_NOT_FOUND',
      '403 ERR_BANNED_GROUPMEMBER',
      '404 ERR_GUID_NOT_FOUND',
    ])
  })
})
