import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createLive } from '../../../src/platform/events/live.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { turns } from '../../helper/turns.ts'
import { silentLog } from '../delivery/delivery.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'
import { readEvents } from './live.fixture.ts'

const isWorker = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
const RUNS = isWorker ? 5 : 30

/** Sent through either service, to somebody who listens or not; a listener that goes and comes. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('send' as const), at: fc.nat(1), to: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('move' as const), at: fc.nat(1), who: fc.nat(1) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), turns: fc.nat(50) }) },
)

const RECEIVERS = ['bob', 'cas', 'harbor', 'ann']
const LAST = 'last'

/** Two services that share nothing but their database. */
async function twoServices() {
  const database = await emptyDatabase()
  const limits = { paceMs: 20 }
  const service = () => {
    const live = createLive({ database, log: silentLog, limits })
    return testPlatform({ database, parts: { live }, env: { LOG_LEVEL: 'silent' } })
  }
  const services = [await service(), await service()]
  const { call } = services[0]!
  await importPeople(call)
  // The tables were emptied, and the ids of events go on: from here on there is a last one.
  await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'first') })
  return services
}

type Service = Awaited<ReturnType<typeof testPlatform>>

/** A reader that begins again where it was, wherever it goes, however abruptly it left. */
function wanderer(uid: string, first: Service) {
  const ids: number[] = []
  const texts: string[] = []
  let lastId: string | undefined
  let reader: ReturnType<typeof readEvents> | undefined
  let reading: Promise<void> | undefined

  async function open({ app }: Service) {
    const resumed = lastId === undefined ? {} : { 'last-event-id': lastId }
    const headers = { apikey: KEY, onbehalfof: uid, ...resumed }
    const opened = readEvents(await app.request('/v3/events', { headers }))
    reader = opened
    reading = read(opened)
  }

  async function read(from: ReturnType<typeof readEvents>) {
    for (let event = await from.next(); event; event = await from.next()) {
      lastId = event.id ?? lastId
      if (event.type === 'ready') continue
      ids.push(Number(event.id))
      texts.push(event.message?.data.text ?? event.type)
    }
  }

  async function leave() {
    await reader?.leave()
    await reading
  }

  return {
    ids,
    texts,
    leave,
    async start() {
      await open(first)
      await vi.waitUntil(() => lastId !== undefined, { timeout: 10_000, interval: 1 })
    },
    async move(to: Service) {
      await leave()
      await open(to)
    },
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Plays the steps, and returns what each of the two heard and should have heard. */
async function play(steps: readonly Step[]) {
  const services = await twoServices()
  const [bob, ann] = [wanderer('bob', services[0]!), wanderer('ann', services[1]!)]
  await Promise.all([bob.start(), ann.start()])
  const expected: { bob: string[]; ann: string[] } = { bob: [], ann: [] }
  const moving: Promise<void>[] = []

  async function send(at: number, to: number, words: string) {
    const receiver = RECEIVERS[to]!
    const as = receiver === 'cas' ? 'bob' : 'ann'
    const body = text(receiver, words)
    await services[at]!.call('POST', '/v3/messages', { as, body })
    if (receiver !== 'ann') expected.bob.push(words)
    if (receiver !== 'cas') expected.ann.push(words)
  }

  for (const [count, step] of steps.entries()) {
    if (step.does === 'wait') await turns(step.turns)
    else if (step.does === 'send') await send(step.at, step.to, `${count}`)
    else {
      // While one goes, others go on.
      await moving[step.who]
      moving[step.who] = [bob, ann][step.who]!.move(services[step.at]!)
    }
  }
  await Promise.all(moving)
  // One too many would come before the last.
  await send(0, RECEIVERS.indexOf('harbor'), LAST)
  const isAll = () => bob.texts.at(-1) === LAST && ann.texts.at(-1) === LAST
  await vi.waitUntil(isAll, { timeout: 10_000, interval: 5 }).catch(() => {})
  await Promise.all([bob.leave(), ann.leave()])
  return { heard: { bob: bob.texts, ann: ann.texts }, expected, ids: [bob.ids, ann.ids] }
}

describe('whoever goes and comes back, to the same service or another', () => {
  it('listeners that reconnect anywhere get every event for them once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const { heard, expected, ids } = await play(steps)
        expect(heard).toEqual(expected)
        for (const of of ids) {
          expect(of).toEqual([...new Set(of)].toSorted((one, other) => one - other))
        }
      }),
      { numRuns: RUNS },
    )
  }, 300_000)
})
