import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { createLiveBoards } from '../../src/routes/live.ts'
import { listen } from '../../src/runtime/listen.node.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { catalogueFile } from '../../src/sources/user-catalogue/catalogue-file.node.ts'
import { testApp } from '../helper/test-services.ts'
import { readEvents } from '../platform/events/live.fixture.ts'

const now = () => new Date()
const log = createLog({ level: 'silent', write: () => {}, now })

it('over a socket, a catalogue file that is changed is a change on the board', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'live-'))
  const path = join(folder, 'launches.csv')
  const write = (...rows: string[]) => {
    const dated = rows.map((row) => `${row},2026-11-20`)
    return writeFile(path, ['id,name,votesCount,launchedAt', ...dated].join('\n'))
  }
  await write('1,Lantern,30', '2,Harbor,20')
  const catalogue = await catalogueFile({ path, timezone: 'UTC', log, now, pollMs: 10 })
  const ranking = catalogueSource(catalogue, { now })
  const liveBoards = createLiveBoards({ ranking, now, log, defaultTimezone: 'UTC', paceMs: 10 })
  const { app } = testApp({ now, parts: { liveBoards } })
  const { server, url } = await listen(app, { hostname: '127.0.0.1', port: 0, log })
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true })
  })

  const reader = readEvents(await fetch(`${url}/api/live?timeframe=2026-11-20`))
  const posts = [{ name: 'Lantern' }, { name: 'Harbor' }]
  expect(await reader.next()).toMatchObject({ type: 'ranking', posts })
  await write('1,Lantern,30', '2,Harbor,40')
  const changed = [{ id: '2', votesCount: 40 }, { id: '1' }]
  expect(await reader.next()).toMatchObject({ type: 'ranking', posts: changed })
  await reader.leave()
})
