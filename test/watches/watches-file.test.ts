import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { keepWatchesFile } from '../../src/watches/watches-file.node.ts'
import { setup } from './watch.fixture.ts'

const at = (webhook: string) => [{ webhook: `https://hooks.slack.com/services/${webhook}` }]

it('the watches are those of the file, which is read again when it changes', async () => {
  const { watches, deps, records } = await setup()
  const path = join(await mkdtemp(join(tmpdir(), 'watches-')), 'watches.json')
  const write = (list: object[]) => writeFile(path, JSON.stringify(list))
  const daily = { digest: 'daily', to: at('one') }
  await write([daily, { digest: 'weekly', to: at('one') }])
  await keepWatchesFile({ path, log: deps.log, replace: watches.replaceFile })
  const listed = async () => (await watches.list('')).map(({ id, digest }) => ({ id, digest }))
  const before = await listed()
  expect(before.map(({ digest }) => digest).sort()).toEqual(['daily', 'weekly'])
  await expect(watches.remove('', before[0]!.id)).rejects.toThrow('WATCHES_FILE')
  expect(await watches.list('somebody')).toEqual([])

  // One that goes to another place is the same watch.
  await write([{ ...daily, to: at('two') }])
  await vi.waitFor(async () => {
    expect(await listed()).toEqual(before.filter(({ digest }) => digest === 'daily'))
  })
  await write([{ ...daily, to: [{ webhook: 'https://receiver.example/' }] }])
  await vi.waitFor(() => {
    expect(records()).toContainEqual(
      expect.objectContaining({
        event: 'watches-not-read',
        reason: expect.stringContaining('secret is required'),
      }),
    )
  })
  expect(await listed()).toHaveLength(1)
})

it('a file that cannot be used keeps the service from starting, and says why', async () => {
  const { watches, deps } = await setup()
  const path = join(await mkdtemp(join(tmpdir(), 'watches-')), 'watches.json')
  await writeFile(path, '[{"digest": "hourly", "to": [{"feed": true}]}]')
  const started = keepWatchesFile({ path, log: deps.log, replace: watches.replaceFile })
  await expect(started).rejects.toThrow(
    'WATCHES_FILE cannot be used: 0.digest: must be one of daily, weekly',
  )
})
