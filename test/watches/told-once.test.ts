import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveries, watches as watchRows } from '../../src/storage/watch-schema.ts'
import { createWatches } from '../../src/watches/watches.ts'
import { reply, startUpstream, type Upstream } from '../helper/upstream-server.ts'
import { HOUR, MINUTE, START, setup } from './watch.fixture.ts'

let receiver: Upstream
beforeAll(async () => {
  receiver = await startUpstream(reply('{}'))
})
beforeEach(() => {
  receiver.questions.length = 0
})
afterAll(() => receiver.stop())

const to = () => [{ webhook: `${receiver.url}/hook`, format: 'slack' }]
const texts = () => receiver.questions.map(({ body }) => JSON.parse(body).text.split('\n').slice(1))
const feed = [{ feed: true }]

describe('what a watch tells', () => {
  it('a threshold is told once, by the launches that pass it from then on', async () => {
    const { launch, read, create, watches } = await setup()
    for (const id of ['early', 'late', 'gone']) launch(id)
    read({ early: 600, late: 490, gone: 10 })
    expect(await create({ when: { votes: 500 }, to: to() })).toMatchObject({ met: 1 })
    read({ early: 620, late: 512, gone: 20 })
    await watches.evaluate()
    for (const late of [498, 530]) {
      read({ early: 400, late, gone: 30 })
      await watches.evaluate()
    }
    read({ early: 400, late: 530, gone: 700 }, 3 * HOUR)
    await watches.evaluate()
    await watches.deliver()
    expect(texts()).toEqual([
      ['• <https://example.org/late|Launch late has passed 500 votes: it has 512>'],
      [
        '• <https://example.org/gone|Launch gone has passed 500 votes: it has 700, ' +
          'between 2026-11-20 12:40 and 2026-11-20 15:40 UTC>',
      ],
    ])
  })

  it('a launch after the watch starts from zero, and an older one that is new to the list does not', async () => {
    const { launch, read, create, watches, state } = await setup()
    launch('known')
    read({ known: 1 })
    await create({ when: { launched: true }, to: to() })
    launch('young', state.now + MINUTE)
    launch('old', START - 3 * HOUR)
    read({ known: 2, young: 60, old: 900 })
    await watches.evaluate()
    await watches.deliver()
    expect(texts()).toEqual([['• <https://example.org/young|Launch young has launched>']])
  })

  it('launches that are first counted in the second of a turn are no other catalogue to the next one', async () => {
    const { launch, read, create, watches, state } = await setup()
    launch('early')
    read({ early: 1 })
    await create({ when: { votes: 50 }, to: to() })
    for (const id of ['one', 'two', 'three']) launch(id, state.now + MINUTE)
    read({ early: 1, one: 4, two: 5, three: 6 })
    await watches.evaluate()
    read({ early: 1, one: 60, two: 70, three: 80 })
    await watches.evaluate()
    await watches.deliver()
    expect(texts().flat()).toHaveLength(3)
  })

  it('what is met when a watch is made is not told when it is met again, but what is lost of it is', async () => {
    const { launch, read, create, watches, deps } = await setup()
    for (const id of ['own', 'other']) launch(id)
    read({ own: 505, other: 1 })
    expect(await create({ when: { votes: 500 }, to: feed })).toMatchObject({ met: 1 })
    expect(await create({ when: { rank: 1 }, to: feed })).toMatchObject({ met: 1 })
    const day = { when: { launchDay: true }, product: 'own', to: feed }
    expect(await create(day)).toMatchObject({ met: 0 })
    for (const votes of [{ own: 300, other: 450 }, { own: 510 }, { own: 900 }]) {
      read(votes)
      await watches.evaluate()
    }
    const rows = await deps.database.select().from(deliveries)
    const told = rows.flatMap(({ message }) => (message as { items: { text: string }[] }).items)
    expect(told.map(({ text }) => text).sort()).toEqual([
      'Launch other is #1 of its day with 450 votes, and holds the first place',
      'Launch own has lost the first place: it is #2 with 300 votes',
      'Launch own is #2 with 300 votes, overtaken by Launch other',
    ])
  })

  it('an older launch that is counted first after the watch is told what it passes from then on', async () => {
    const { launch, read, create, watches } = await setup()
    launch('known')
    read({ known: 1 })
    for (const votes of [50, 100]) await create({ when: { votes }, to: to() })
    launch('late')
    for (const late of [60, 100]) {
      read({ known: 1, late })
      await watches.evaluate()
    }
    await watches.deliver()
    expect(texts()).toEqual([
      ['• <https://example.org/late|Launch late has passed 100 votes: it has 100>'],
    ])
  })

  it('only launches of its topic count, and messages list the most votes first', async () => {
    const { launch, read, create, watches } = await setup()
    launch('a', START, ['Developer Tools'])
    launch('b', START, ['Games'])
    launch('c', START, ['developer-tools'])
    read({ a: 1, b: 1, c: 1 })
    await create({ when: { votes: 10 }, topic: 'developer tools', to: to() })
    read({ a: 11, b: 12, c: 13 })
    await watches.evaluate()
    await watches.deliver()
    expect(
      texts()
        .flat()
        .map((line) => /Launch \w/.exec(line)?.[0]),
    ).toEqual(['Launch c', 'Launch a'])
  })

  it('a place is told when the lead is more than noise', async () => {
    const { launch, read, create, watches } = await setup()
    for (const id of ['a', 'b']) launch(id)
    read({ a: 0, b: 0 })
    await create({ when: { rank: 1 }, to: to() })
    for (const a of [105, 110, 116, 130]) {
      read({ a, b: 100 })
      await watches.evaluate()
      await watches.deliver()
    }
    expect(texts()).toEqual([
      [
        '• <https://example.org/a|Launch a is #1 of its day with 116 votes, and holds the first place>',
      ],
    ])
  })

  it('the end of a day is told although no votes have moved', async () => {
    const { launch, launches, read, create, watches, state } = await setup()
    launch('own')
    read({ own: 7 })
    await create({ when: { launchDay: true }, product: 'own', to: to() })
    state.now = Date.parse('2026-11-21T00:10:00Z')
    launches.get('own')?.counts.push({ at: state.now, votes: 7 })
    for (let turn = 0; turn < 2; turn += 1) await watches.evaluate()
    await watches.deliver()
    expect(texts()).toEqual([
      ['• <https://example.org/own|The day of Launch own has ended: #1 of 1 with 7 votes>'],
    ])
  })

  it('a catalogue that is replaced reports nothing', async () => {
    const { launch, launches, read, create, watches, state } = await setup()
    const ids = Array.from({ length: 8 }, (_, at) => `first-${at}`)
    for (const id of ids) launch(id)
    read(Object.fromEntries(ids.map((id) => [id, 100])))
    await create({ when: { launched: true }, to: to() })
    launches.clear()
    for (const id of ids) launch(`second ${id}`, state.now + MINUTE)
    read(Object.fromEntries(ids.map((id) => [`second ${id}`, 100])))
    await watches.evaluate()
    await watches.deliver()
    expect(receiver.questions).toEqual([])
  })

  it('counts without news are not evaluated', async () => {
    const { launch, read, create, watches, state, deps } = await setup()
    launch('a')
    read({ a: 9 })
    await create({ when: { votes: 10 }, to: to() })
    const { counted } = deps.history
    let asked = 0
    Object.assign(deps.history, {
      counted(at: number[]) {
        asked += 1
        return counted(at)
      },
    })
    state.now += 10 * MINUTE
    await watches.evaluate()
    expect(asked).toBe(0)
    read({ a: 10 })
    await watches.evaluate()
    expect(asked).toBe(1)
  })
})

describe('several at once', () => {
  it('of two processes that evaluate the same counts, one tells', async () => {
    const { launch, read, create, deps } = await setup()
    launch('a')
    read({ a: 1 })
    await create({ when: { votes: 10 }, to: feed })
    read({ a: 11 })
    await Promise.all([1, 2, 3].map(() => createWatches(deps).evaluate()))
    expect(await deps.database.$count(deliveries)).toBe(1)
  })

  it('a watch that is created while others are evaluated misses nothing', async () => {
    const { launch, read, create, deps, watches } = await setup()
    launch('a')
    read({ a: 1 })
    await create({ when: { votes: 10 }, to: feed })
    read({ a: 11 })
    const { products } = deps.history
    const late = createWatches({
      ...deps,
      history: {
        ...deps.history,
        async products(ids) {
          // While this turn is composed, the other watch is stored.
          await create({ when: { votes: 11 }, to: feed })
          return products(ids)
        },
      },
    })
    await late.evaluate()
    read({ a: 12 })
    await watches.evaluate()
    const told = await watches.list('')
    expect(told.map(({ delivered }) => delivered)).toEqual([0, 1])
  })
})

describe('how often', () => {
  it('a turn tells thousands of watches at once', async () => {
    const { launch, read, watches, deps } = await setup()
    launch('a')
    read({ a: 1 })
    await deps.database.insert(watchRows).select(sql`with recursive one(n) as (
      select 1 union all select n + 1 from one where n < 5000)
      select 'w' || n, '', '{"when":{"votes":10}}', '', null, null, null, n, ${START}, null, null, 0 from one`)
    await watches.evaluate()
    read({ a: 11 })
    await watches.evaluate()
    const isCounted = and(eq(watchRows.sent, 1), eq(watchRows.day, '2026-11-20'))
    expect(await deps.database.$count(watchRows, isCounted)).toBe(5_000)
  })

  it('a turn is one message of 20 launches at most, a day 24 messages and a summary', async () => {
    const { launch, read, create, watches, deps, state } = await setup()
    const ids = Array.from({ length: 30 }, (_, at) => `l${at}`)
    for (const id of ids) launch(id)
    read(Object.fromEntries(ids.map((id) => [id, 0])))
    await create({ when: { votes: 10 }, to: feed })
    await create({ when: { votes: 20 }, to: feed })
    read(Object.fromEntries(ids.map((id) => [id, 10])))
    await watches.evaluate()
    for (const id of ids) {
      read({ [id]: 20 }, MINUTE)
      await watches.evaluate()
    }
    state.now = Date.parse('2026-11-21T00:00:30Z')
    await watches.makeDue()
    await watches.makeDue()
    const rows = await deps.database.select().from(deliveries)
    const messages = rows.map(({ message }) => message as { type: string; items: []; more: number })
    const [first] = messages
    expect([first?.items.length, first?.more]).toEqual([20, 10])
    expect(messages.map(({ type }) => type)).toEqual([
      ...Array(25).fill('launch.votes'),
      'watch.summary',
    ])
    expect(messages.at(-1)?.items).toHaveLength(6)
  })

  it('a digest comes once, when its zone has passed the time, and is stale without the last votes', async () => {
    const { launch, read, create, watches, deps, state } = await setup()
    launch('a')
    read({ a: 9 })
    const body = { digest: 'daily', at: '08:00', tz: 'America/New_York', to: feed }
    const { watch } = await create(body)
    expect(watch.nextAt).toBe('2026-11-20T13:00:00.000Z')
    const { launches } = deps.ranking
    Object.assign(deps.ranking, {
      launches: async (request: never) => ({ ...(await launches(request)), stale: true }),
    })
    const messages = async () =>
      (await watches.deliveries('', watch.id)).map(({ message }) => message)
    for (const at of ['12:59', '13:01', '14:59']) {
      state.now = Date.parse(`2026-11-20T${at}:00Z`)
      await watches.makeDue()
    }
    expect(await messages()).toEqual([])
    state.now = Date.parse('2026-11-20T15:00:00Z')
    await watches.makeDue()
    await watches.makeDue()
    expect(await messages()).toMatchObject([
      {
        type: 'watch.digest',
        period: '2026-11-19',
        stale: true,
        items: [{ text: '#1 Launch a, 9 votes' }],
      },
    ])
    expect((await watches.get('', watch.id)).nextAt).toBe('2026-11-21T13:00:00.000Z')
  })
})
