import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLive } from '../../../src/platform/events/live.ts'
import type { SharedMessages } from '../../../src/state/shared-state.ts'
import { messages } from '../../../src/storage/schema.ts'
import { memoryState } from '../../helper/memory-state.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { silentLog } from '../delivery/delivery.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'
import { isOf, type LiveEvent, leaveAll, listen, startListening } from './live.fixture.ts'

afterEach(leaveAll)

/** Services on one database that look for each other's events only when they are woken. */
async function services({ state }: { state?: SharedMessages } = {}) {
  const database = await emptyDatabase()
  const service = async () => {
    const live = createLive({ database, log: silentLog, limits: { paceMs: 60_000 }, state })
    return { live, ...(await testPlatform({ database, parts: { live } })) }
  }
  const [one, other] = [await service(), await service()]
  await importPeople(one.call)
  const send = async (at: typeof one, words: string) => {
    const { body } = await at.call('POST', '/v3/messages', {
      as: 'bob',
      body: text('harbor', words),
    })
    return body.data
  }
  await send(one, 'first')
  return { database, one, other, send }
}

const wordsOf = (events: readonly LiveEvent[]) =>
  events.flatMap(({ message }) => message?.data.text ?? [])

describe('a listener of another process', () => {
  it('a listener of another process is told at once where they share state', async () => {
    const { one, other, send } = await services({ state: memoryState({ clock: () => 0 }).state })
    const ann = await listen(other.app, 'ann')
    await send(one, 'from elsewhere')
    const received = await ann.until(({ message }) => message?.data.text === 'from elsewhere')
    expect(wordsOf(received)).toEqual(['from elsewhere'])
  })
})

describe('a listener that comes', () => {
  it('a listener that comes from a process that is ahead gets no event twice', async () => {
    const { one, other, send } = await services()
    await listen(other.app, 'bob')
    const ann = await listen(one.app, 'ann')
    await send(one, 'known')
    const known = await ann.next()
    const moved = await listen(other.app, 'ann', known!.id)
    other.live.wake()
    await send(other, 'new')
    const received = await moved.until(({ message }) => message?.data.text === 'new')
    expect(wordsOf(received)).toEqual(['new'])
  })

  it('a listener that joins while events are delivered misses none', async () => {
    const { database, one } = await services()
    const bob = await listen(one.app, 'bob')
    const lastId = bob.seen[0]!.id
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const batch = database.batch.bind(database)
    const held = vi.fn(async (items: Parameters<typeof batch>[0]) => {
      await released
      return batch(items)
    })
    Object.assign(database, { batch: held })
    try {
      await database.insert(messages).values({
        ...{ sender: 'bob', receiver: 'harbor', receiverType: 'group', category: 'message' },
        ...{ type: 'text', data: { text: 'held' }, sentAt: 1, updatedAt: 1 },
      })
      one.live.wake()
      await vi.waitUntil(() => held.mock.calls.length > 0)
      const ann = await startListening(one.app, 'ann', lastId)
      // The database answers in order: by then it has answered what this listener asked.
      for (let count = 0; count < 5; count += 1) await one.call('GET', '/v3/users/ann')
      release()
      const missed = await ann.until(isOf('ready'))
      await one.call('POST', '/v3/messages', { as: 'bob', body: text('harbor', 'next') })
      const received = await ann.until(({ message }) => message?.data.text === 'next')
      expect(wordsOf([...missed, ...received])).toEqual(['held', 'next'])
    } finally {
      Object.assign(database, { batch })
    }
  })
})
