import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { WatchBody } from '../../src/watches/watch.ts'
import { createWatches } from '../../src/watches/watches.ts'
import { keepWatchesFile } from '../../src/watches/watches-file.node.ts'
import { followedFolder } from '../helper/followed-folder.ts'
import { setup } from './watch.fixture.ts'

const { folder, polling, replace } = followedFolder()

const TO = [{ webhook: 'https://hooks.slack.com/services/T/B/x' }]
const VOTES = { when: { votes: 50 }, to: TO }
const RANK = { when: { rank: 3 }, topic: 'AI', to: TO }

async function keep(bodies: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  const write = (content: unknown) => replace(path, JSON.stringify(content) ?? '')
  await write(bodies)
  const { watches, deps, records } = await setup()
  await keepWatchesFile({ path, log: deps.log, ...polling, replace: watches.replaceFile })
  return { write, records, watches, list: () => watches.list('') }
}

it('the watches of the file are those of everybody, and only the file changes them', async () => {
  const { list, watches, write } = await keep([VOTES, RANK])
  const before = await list()
  const votes = before.find(({ when }) => when && 'votes' in when)!
  expect(before.map(({ isOfFile }) => isOfFile)).toEqual([true, true])
  await expect(watches.remove('', votes.id)).rejects.toThrow('change it there')

  await write([VOTES, { digest: 'daily', to: TO }])
  await vi.waitFor(async () => {
    expect((await list()).map(({ name }) => name)).toContain('The daily digest')
  }, 20_000)
  const after = await list()
  expect(after.map(({ name }) => name).toSorted()).toEqual(['50 votes', 'The daily digest'])
  // One that is still listed goes on.
  expect(after).toContainEqual(votes)
})

it('several processes may read the file at once', async () => {
  const { deps, watches } = await setup()
  const bodies = [VOTES, RANK].map((body) => WatchBody.parse(body))
  await Promise.all([1, 2, 3].map(() => createWatches(deps).replaceFile(bodies)))
  expect(await watches.list('')).toHaveLength(2)
})

it('while the file is wrong its watches stay, and one record says why', async () => {
  const { list, records, write } = await keep([VOTES])
  const before = await list()
  await write([{ ...RANK, to: [{ feed: true }] }])
  const errors = () => records().filter(({ event }) => event === 'watches-not-read')
  await vi.waitFor(() => expect(errors()).toHaveLength(1), 20_000)
  expect(errors()[0].reason).toBe('watch 1: a file cannot have a private feed.')
  expect(await list()).toEqual(before)
  await write([RANK])
  await vi.waitFor(async () => expect((await list())[0]?.when).toEqual({ rank: 3 }), 20_000)
  expect(errors()).toHaveLength(1)
})

it('while the file names a product that is not there its watches stay', async () => {
  const { list, records, write } = await keep([VOTES])
  const before = await list()
  await write([RANK, { when: { votes: 5 }, product: 'nobody', to: TO }])
  const reason = 'watch 2: product: no launch has this id. /api/search?q=… finds it by its name.'
  await vi.waitFor(() => {
    expect(records().map((record) => record.reason)).toContain(reason)
  }, 20_000)
  expect(await list()).toEqual(before)
})

it.each([
  [[{ ...VOTES, to: [{ webhook: 'https://own.example/' }] }], 'watch 1: secret is required'],
  [[VOTES, { when: { votes: 5 } }], 'watch 2: to: is required'],
  [VOTES, 'must be a JSON list of watches'],
  [undefined, 'must be valid JSON'],
])('a file with %j ends the start: %s', async (bodies, reason) => {
  await expect(keep(bodies)).rejects.toThrow(`WATCHES_FILE cannot be used: ${reason}`)
})
