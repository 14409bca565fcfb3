import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '../helper/test-platform.ts'
import { startListening } from './events/live.fixture.ts'
import { type Played, play, script } from './visibility.fixture.ts'
import { wordsIn } from './visibility.model.ts'

const isWorker = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
const RUNS = isWorker ? 2 : 10

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

interface Listed {
  lastMessage: { id: string }
  unreadMessageCount: number
}

type How = keyof Played['readers']
type Reading = Played & { how: How; read: Played['readers'][How] }

/** Every route that reads what is somebody's, as a user may call it: what it has to answer. */
const READS: Record<string, (played: Reading, reader: string) => Promise<void>> = {
  '/v3/users': async ({ read, noLeak }, reader) => {
    noLeak(reader, await read('/v3/users', reader), '/v3/users')
  },
  '/v3/users/{uid}': async ({ read, noLeak, uids, how }, reader) => {
    for (const uid of uids) {
      const answer = await read(`/v3/users/${uid}`, reader)
      expect(answer.status).toBe(how === 'key' || uid === reader ? 200 : 403)
      noLeak(reader, answer, uid)
    }
  },
  '/v3/users/{uid}/messages': async ({ read, noLeak, uids, model }, reader) => {
    for (const uid of uids) {
      const path = `/v3/users/${uid}/messages`
      const { body } = await read(path, reader)
      const ids = idsOf(model.between(reader, uid).filter((one) => model.mayRead(reader, one)))
      expect(idsOf(body.data)).toEqual(ids)
      noLeak(reader, body, path)
      const back = await read(`${path}?affix=prepend&limit=2`, reader)
      expect(idsOf(back.body.data)).toEqual(ids.slice(-2))
    }
  },
  '/v3/groups': async ({ read, noLeak, guids, model }, reader) => {
    const { body } = await read('/v3/groups', reader)
    const shown = guids.filter((guid) => model.mayShow(reader, guid)).toSorted()
    expect(body.data.map(({ guid }: { guid: string }) => guid)).toEqual(shown)
    noLeak(reader, body, '/v3/groups')
  },
  '/v3/groups/{guid}': async ({ read, noLeak, guids, model }, reader) => {
    for (const guid of guids) {
      const { status, body } = await read(`/v3/groups/${guid}`, reader)
      expect(status).toBe(model.mayShow(reader, guid) ? 200 : 403)
      noLeak(reader, body, `/v3/groups/${guid}`)
    }
  },
  '/v3/groups/{guid}/members': async ({ read, guids, model }, reader) => {
    for (const guid of guids) {
      const { status } = await read(`/v3/groups/${guid}/members`, reader)
      expect(status).toBe(model.belongs(reader, guid) ? 200 : 403)
    }
  },
  '/v3/groups/{guid}/messages': async ({ read, noLeak, guids, model }, reader) => {
    for (const guid of guids) {
      const { status, body } = await read(`/v3/groups/${guid}/messages`, reader)
      const isMember = model.belongs(reader, guid)
      expect(status).toBe(isMember ? 200 : 403)
      const shown = model.inGroup(guid).filter((one) => model.mayRead(reader, one))
      if (isMember) expect(idsOf(body.data)).toEqual(idsOf(shown))
      noLeak(reader, body, `/v3/groups/${guid}/messages`)
    }
  },
  '/v3/conversations': async ({ read, noLeak, model }, reader) => {
    const { status, body } = await read('/v3/conversations', reader)
    expect(status).toBe(200)
    noLeak(reader, body, '/v3/conversations')
    const shown = body.data.map(({ lastMessage, unreadMessageCount }: Listed) => {
      return [lastMessage.id, unreadMessageCount]
    })
    const known = model
      .conversationsOf(reader)
      .map(({ last, unread }): [string, number] => [last.id, unread])
    expect(shown).toEqual(known.toSorted(([one], [other]) => Number(other) - Number(one)))
  },
  '/v3/events': async ({ app, noLeak, model, firstId }, reader) => {
    const live = await startListening(app, reader, firstId)
    const events = await live.until(({ type }) => type === 'ready')
    await live.leave()
    noLeak(reader, events, '/v3/events')
    const told = events.filter(({ type }) => type === 'message-sent' || type === 'notice')
    const visible = model.said.filter((one) => model.mayRead(reader, one))
    expect(told.map(({ message }) => message.id)).toEqual(idsOf(visible))
  },
  '/v3/messages/{id}': async ({ read, noLeak, model }, reader) => {
    for (const one of model.said) {
      const { status, body } = await read(`/v3/messages/${one.id}`, reader)
      expect(status).toBe(model.mayRead(reader, one) ? 200 : 403)
      noLeak(reader, body, `/v3/messages/${one.id}`)
    }
  },
  '/v3/messages/{id}/reactions': async ({ read, noLeak, model }, reader) => {
    for (const one of model.said) {
      const { status, body } = await read(`/v3/messages/${one.id}/reactions`, reader)
      expect(status).toBe(model.mayRead(reader, one) ? 200 : 403)
      noLeak(reader, body, `the reactions to ${one.id}`)
      // Told with the conversation that the reader and who reacted have, where they have one.
      for (const { uid, reactedBy } of body.data ?? []) {
        const hasOne = 'user' in one.to || model.between(reader, uid).length > 0
        expect('conversationId' in reactedBy).toBe(hasOne)
      }
    }
  },
  '/v3/messages/{id}/reactions/{reaction}': async ({ read, noLeak, model }, reader) => {
    for (const one of model.said) {
      for (const word of [...one.words].filter((word) => word.startsWith('r'))) {
        const path = `/v3/messages/${one.id}/reactions/:${word}:`
        const { status, body } = await read(path, reader)
        expect(status).toBe(model.mayRead(reader, one) ? 200 : 403)
        noLeak(reader, body, path)
      }
    }
  },
}

/** Agents' public faces: every user may see them. */
const OF_EVERYBODY = ['/v3/ai-agents/profiles', '/v3/ai-agents/profiles/{uid}']

/**
 * What is the app's and not a user's: the same for every server, nothing that anybody said, and
 * nothing for who calls with a token.
 */
const OF_THE_APP = [
  '/v3/users/{uid}/auth_tokens',
  ...['/v3/ai-agents/agents', '/v3/ai-agents/agents/{uid}'],
  ...['/v3/ai-agents/tools', '/v3/ai-agents/tools/{name}', '/v3/notifications/v1/settings'],
  '/v3/stats',
]

async function readAll(played: Reading, reader: string) {
  for (const check of Object.values(READS)) await check(played, reader)
  for (const route of [...OF_THE_APP, ...OF_EVERYBODY]) {
    const path = route.replace('{uid}', reader).replace('{name}', 'wave')
    const { status, body } = await played.read(path, reader)
    expect(wordsIn(JSON.stringify(body))).toEqual(new Set())
    const isClosed = played.how === 'token' && OF_THE_APP.includes(route)
    expect([path, status === 403]).toEqual([path, isClosed])
  }
}

describe('whatever users and groups are called, and whoever writes to whom', () => {
  it('nobody reads, receives or is sent what is not for them', async () => {
    let deliveries = 0
    await fc.assert(
      fc.asyncProperty(script, async (script) => {
        const played = await play(script)
        for (const reader of played.uids) {
          await readAll({ ...played, how: 'key', read: played.readers.key }, reader)
          if (!played.hasToken(reader)) continue
          await readAll({ ...played, how: 'token', read: played.readers.token }, reader)
        }
        expect(played.leaks).toEqual([])
        deliveries += played.deliveries.length
      }),
      { numRuns: RUNS },
    )
    expect(deliveries).toBeGreaterThan(0)
  }, 300_000)

  it('every operation that reads takes part in the visibility test', async () => {
    const { app } = await testPlatform()
    const { paths } = await (await app.request('/openapi.json')).json()
    const reads = Object.keys(paths).filter((path) => path.startsWith('/v3/') && paths[path].get)
    const tried = [...Object.keys(READS), ...OF_THE_APP, ...OF_EVERYBODY]
    expect(reads.toSorted()).toEqual(tried.toSorted())
  })
})
