import { asc, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { runs } from '../../src/storage/run-schema.ts'
import { messages, users } from '../../src/storage/schema.ts'
import { earlierDatabase } from '../helper/test-database.ts'
import { KEY, testPlatform } from '../helper/test-platform.ts'

/** A message as it was stored while a conversation was known by the id that callers read. */
function message(database: Database, row: Record<string, string | number | null>) {
  const all = { category: 'message', type: 'text', sent_at: 1, updated_at: 1, ...row }
  const columns = sql.raw(Object.keys(all).join(', '))
  const values = sql.join(
    Object.values(all).map((value) => sql`${value}`),
    sql`, `,
  )
  return database.run(sql`insert into messages (${columns}) values (${values})`)
}

const said = (text: string, more: object = {}) => JSON.stringify({ text, ...more })

async function migrated() {
  const { database, migrate } = await earlierDatabase(1)
  for (const uid of ['a', 'b_user_c', 'a_user_b', 'c', 'x', 'group_x', 'y']) {
    await database.insert(users).values({ uid, name: uid, recordedAt: 1, updatedAt: 1 })
  }
  await database.run(sql`insert into groups (guid, name, type, recorded_at, updated_at)
    values ('x_user_y', 'Private', 'private', 1, 1)`)

  const user = { receiver_type: 'user', conversation_id: 'a_user_b_user_c' }
  const [a, c] = [
    { ...user, sender: 'a', receiver: 'b_user_c' },
    { ...user, sender: 'c', receiver: 'a_user_b' },
  ]
  await message(database, { ...a, data: said('one') })
  await message(database, { ...c, data: said('two') })
  const group = { receiver_type: 'group', conversation_id: 'group_x_user_y' }
  await message(database, { ...group, sender: 'x', receiver: 'x_user_y', data: said('three') })
  const answer = { status: 'finished', replyTo: '1', toolCalls: [], toolResults: [] }
  const run = { run_id: 'r', thread_id: 't', muid: 'r' }
  await message(database, {
    ...{ ...a, ...run, sender: 'b_user_c', receiver: 'a' },
    data: said('four', { answer }),
  })
  const result = { messageId: '4', toolCallId: 'call', name: 'wave', result: 1 }
  const custom = { category: 'custom', type: 'tool-result' }
  for (const muid of ['tool-result-4-0', 'again']) {
    const data = JSON.stringify({ customData: result })
    await message(database, { ...a, ...custom, muid, data })
  }
  await database.run(sql`insert into deliveries
    (run_id, thread_id, conversation_id, agent_uid, message_id, answer_id, state, started_at_ms, expires_at_ms)
    values ('r', 't', 'a_user_b_user_c', 'b_user_c', 1, 4, 'running', 1, 1),
      ('s', 't', 'group_x_user_y', 'y', 3, null, 'waiting', 1, 1)`)
  await migrate()
  return database
}

describe('the migration to keys of conversations', () => {
  it('the migration gives messages and runs the key of their conversation', async () => {
    const database = await migrated()
    const keys = await database
      .select({ id: messages.id, key: messages.conversationKey })
      .from(messages)
      .orderBy(asc(messages.id))
    expect(keys.map(({ key }) => key)).toEqual([
      'user/a/b_user_c',
      'user/a_user_b/c',
      'group/x_user_y',
      ...['user/a/b_user_c', 'user/a/b_user_c', 'user/a/b_user_c'],
    ])
    const stored = await database.select().from(runs).orderBy(asc(runs.runId))
    expect(stored.map(({ conversationKey }) => conversationKey)).toEqual([
      'user/a/b_user_c',
      'group/x_user_y',
    ])
  })

  it('the migration links answers and results to what they belong to', async () => {
    const database = await migrated()
    const rows = await database.select().from(messages).orderBy(asc(messages.id))
    expect(rows.map(({ replyTo, toolCallId }) => [replyTo, toolCallId])).toEqual([
      ...[1, 2, 3].map(() => [null, null]),
      [1, null],
      [4, 'call'],
      [null, null],
    ])
  })

  it('the migration separates conversations that shared a key', async () => {
    const { app } = await testPlatform({ database: await migrated() })
    const list = async (path: string, onbehalfof: string) => {
      const response = await app.request(path, { headers: { apikey: KEY, onbehalfof } })
      const { data } = await response.json()
      return data.map((received: { data: { text: string } }) => received.data.text)
    }
    expect(await list('/v3/users/a_user_b/messages', 'c')).toEqual(['two'])
    expect(await list('/v3/users/group_x/messages', 'y')).toEqual([])
    expect(await list('/v3/users/b_user_c/messages', 'a')).toHaveLength(4)
  })
})
