import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { keepWatchesFile } from '../../src/watches/watches-file.node.ts'
import { setup } from './watch.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watches-file-'))
})
const stop = new AbortController()
afterAll(async () => {
  stop.abort()
  await rm(folder, { recursive: true })
})

const TO = [{ webhook: 'https://hooks.slack.com/services/T/B/x' }]
const VOTES = { when: { votes: 50 }, to: TO }
const RANK = { when: { rank: 3 }, topic: 'AI', to: TO }

async function keep(bodies: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  // A file that is replaced is never half written.
  async function write(content: unknown) {
    await writeFile(`${path}.new`, JSON.stringify(content))
    await rename(`${path}.new`, path)
  }
  await write(bodies)
  const { watches, deps, records } = await setup()
  const polling = { pollMs: 20, signal: stop.signal }
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

it('a file that cannot be used ends the start', async () => {
  await expect(keep([{ ...VOTES, to: [{ webhook: 'https://own.example/' }] }])).rejects.toThrow(
    'WATCHES_FILE cannot be used: watch 1: secret is required',
  )
})
