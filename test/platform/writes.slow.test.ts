import { asc } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  authTokens,
  conversationReads,
  members,
  messages,
  reactions,
} from '../../src/storage/schema.ts'
import { testPlatform } from '../helper/test-platform.ts'
import { type Played, play, script } from './visibility.fixture.ts'

const isWorker = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
const RUNS = isWorker ? 2 : 8

interface Attempt {
  method: string
  path: string
  body?: object
  /** Whether the user may, as the model knows it. Where it may, its own tests say what happens. */
  isAllowed: boolean
}

/** Every operation that changes something and that users may call: all that a user can try with it. */
const WRITES: Record<string, (played: Played, uid: string) => Attempt[]> = {
  revokeAuthToken: ({ uids, tokenIds, spell }, uid) =>
    uids.flatMap((other) =>
      [...tokenIds, { id: 'current', uid }].map(({ id, uid: owner }) => ({
        ...{ method: 'DELETE', path: `/v3/users/${spell(other)}/auth_tokens/${id}` },
        isAllowed: other === uid && owner === uid,
      })),
    ),
  sendMessage: ({ guids, model, text }, uid) =>
    guids.map((guid) => ({
      ...{ method: 'POST', path: '/v3/messages', body: text(guid, 'group') },
      isAllowed: model.belongs(uid, guid),
    })),
  addReaction: (played, uid) => ofEachMessage(played, uid, 'POST', '/reactions/:new:'),
  removeReaction: (played, uid) => ofEachMessage(played, uid, 'DELETE', '/reactions/:new:'),
  editMessage: (played, uid) => ofEachMessage(played, uid, 'PUT', '', { data: { text: 'No' } }),
  deleteMessage: (played, uid) => ofEachMessage(played, uid, 'DELETE', ''),
  markGroupConversationRead: ({ guids, model, spell }, uid) =>
    guids.map((guid) => ({
      ...{ method: 'POST', path: `/v3/groups/${spell(guid)}/conversation/read` },
      isAllowed: model.belongs(uid, guid) && model.inGroup(guid).length > 0,
    })),
  markUserConversationRead: ({ uids, model, spell }, uid) => [
    ...uids.map((other) => ({
      ...{ method: 'POST', path: `/v3/users/${spell(other)}/conversation/read` },
      isAllowed: model.between(uid, other).length > 0,
    })),
    // Up to a message of a conversation that is none of theirs.
    ...model.said.map((one) => ({
      ...{ method: 'POST', path: `/v3/users/${spell(one.from)}/conversation/read` },
      body: { messageId: one.id },
      isAllowed: 'user' in one.to && (one.from === uid || one.to.user === uid),
    })),
  ],
  // All are participants, who add and remove nobody but themselves.
  addMembers: ({ uids, guids, spell }) =>
    guids.map((guid) => ({
      ...{ method: 'POST', path: `/v3/groups/${spell(guid)}/members`, isAllowed: false },
      body: { participants: uids.map(spell) },
    })),
  removeMember: ({ uids, guids, model, spell }, uid) =>
    guids.flatMap((guid) =>
      uids.map((other) => ({
        ...{ method: 'DELETE', path: `/v3/groups/${spell(guid)}/members/${spell(other)}` },
        isAllowed: other === uid && model.belongs(uid, guid),
      })),
    ),
  // No call is open any more: even whoever may see the answer hands back nothing.
  handBackToolResult: ({ model }) =>
    model.said.map(({ id }) => ({
      ...{ method: 'POST', path: `/v3/messages/${id}/tool-results`, isAllowed: false },
      body: { toolCallId: 'never', result: 1 },
    })),
}

function ofEachMessage(
  { model }: Played,
  uid: string,
  method: string,
  rest: string,
  body?: object,
): Attempt[] {
  return model.said.map((one) => {
    const isTheirs = rest !== '' || one.from === uid
    return {
      ...{ method, path: `/v3/messages/${one.id}${rest}`, ...(body && { body }) },
      isAllowed: isTheirs && model.mayRead(uid, one),
    }
  })
}

/** All that users can change. */
async function stored({ database }: Played) {
  return database.batch([
    database.select().from(messages).orderBy(asc(messages.id)),
    database.select().from(reactions).orderBy(asc(reactions.id)),
    database.select().from(conversationReads),
    database.select().from(authTokens).orderBy(asc(authTokens.id)),
    database.select().from(members).orderBy(asc(members.guid), asc(members.uid)),
  ])
}

async function tryAll(played: Played, uid: string) {
  let refused = 0
  for (const attemptsOf of Object.values(WRITES)) {
    const forbidden = attemptsOf(played, uid).filter(({ isAllowed }) => !isAllowed)
    const before = await stored(played)
    for (const { method, path, body } of forbidden) {
      const { status } = await played.attempt(method, path, uid, body)
      expect([uid, method, path, status]).toEqual([uid, method, path, expect.any(Number)])
      expect([400, 403, 404]).toContain(status)
    }
    expect(await stored(played)).toEqual(before)
    refused += forbidden.length
  }
  return refused
}

describe('whatever users and groups are called, and whoever tries', () => {
  it('a token changes nothing that its user may not change', async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(script, async (script) => {
        const played = await play(script)
        for (const uid of played.uids.filter(played.hasToken)) refused += await tryAll(played, uid)
      }),
      { numRuns: RUNS },
    )
    expect(refused).toBeGreaterThan(100)
  }, 300_000)

  it('every operation that changes something takes part in the write test', async () => {
    const { app } = await testPlatform()
    const { paths } = await (await app.request('/openapi.json')).json()
    const writes = Object.entries<Record<string, { operationId: string; security: object[] }>>(
      paths,
    )
      .filter(([path]) => path.startsWith('/v3/'))
      .flatMap(([, item]) => Object.entries(item).filter(([method]) => method !== 'get'))
      .filter(([, { security }]) => security.some((one) => 'authToken' in one))
      .map(([, { operationId }]) => operationId)
    expect(writes.toSorted()).toEqual(Object.keys(WRITES).toSorted())
  })
})
