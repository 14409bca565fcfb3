import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deliveries, watches, watchTargets, watchTurns } from '../../src/storage/watch-schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { refusingUrl, startUpstream } from '../helper/upstream-server.ts'

const KILLS = 30
const LAUNCHES = 120
const RUN_MS = 20_000
/** A day has 24 messages at most, so that many watches share what happens. */
const LEVELS = Array.from({ length: 12 }, (_, at) => at + 3)

it('three processes, 30 kills, bad answers and a dead receiver: nothing is lost, or told under two ids', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watches-'))
  const url = `file:${join(folder, 'watches.db')}`
  const { database, close } = await openLibsql(url)
  /** What arrived: the ids under which each launch was told for a level. */
  const told = new Map<string, Set<string>>()
  let asked = 0
  const receiver = await startUpstream(({ headers, body }, response) => {
    asked += 1
    response.statusCode = asked % 4 === 0 ? 503 : 200
    response.end('{}')
    for (const { product, level } of JSON.parse(body).data.items) {
      const place = `${level} ${product.id}`
      told.set(place, (told.get(place) ?? new Set()).add(String(headers['webhook-id'])))
    }
  })
  const dead = await refusingUrl()
  const startMs = Date.now() + 3_000
  const turn = { source: 'catalogue', atMs: 1, reading: '', launches: 0 }
  await database.insert(watchTurns).values(turn)
  for (const level of LEVELS) {
    const id = `watch-${level}`
    const spec = { name: id, when: { votes: level } }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    await database
      .insert(watches)
      .values({ id, owner: '', spec, secret, createdAtMs: 0, sinceMs: 0 })
    for (const webhook of [`${receiver.url}/${level}`, `${dead}/${level}`]) {
      const address = JSON.stringify({ webhook, format: 'standard' })
      await database
        .insert(watchTargets)
        .values({ watch: id, kind: 'standard', host: webhook, address })
    }
  }

  const start = () =>
    fork(
      new URL('./teller.ts', import.meta.url).pathname,
      [url, String(startMs), String(LAUNCHES)],
      {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
  const running: ChildProcess[] = [start(), start(), start()]
  await once(running[0]!, 'message')
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(RUN_MS / KILLS)
    running[kill % 3]?.kill('SIGKILL')
    running[kill % 3] = start()
  }
  const open = () =>
    database.$count(deliveries, sql`state = 'pending' and host like ${`${receiver.url}%`}`)
  // Days pass: what is due later is due now, and what the dead have leased is free.
  const until = Date.now() + 25_000
  for (let quiet = 0; quiet < 4 && Date.now() < until; ) {
    await sleep(500)
    await database
      .update(deliveries)
      .set({ dueAtMs: 0, leasedUntilMs: 0 })
      .where(sql`state = 'pending' and leased_until_ms < unixepoch() * 1000 + 29000`)
    quiet = (await open()) === 0 && Date.now() > startMs + (LAUNCHES + 20) * 100 ? quiet + 1 : 0
  }
  for (const child of running) child.kill('SIGKILL')

  const twice = [...told].filter(([, ids]) => ids.size > 1)
  expect(twice).toEqual([])
  const rows = await database.select().from(deliveries)
  const ofReceiver = rows.filter(({ host }) => host.startsWith(receiver.url))
  expect(ofReceiver.filter(({ state }) => state !== 'done')).toEqual([])
  const expected = LEVELS.flatMap((level) =>
    Array.from({ length: LAUNCHES }, (_, at) => `${level} ${at}`),
  )
  const held = await database.all<{ event: string; launch: string }>(
    sql`select event, launch from told where held is not null`,
  )
  const reached = new Set([
    ...told.keys(),
    ...held.map(({ event, launch }) => `${event.slice(6)} ${launch}`),
  ])
  expect(expected.filter((place) => !reached.has(place))).toEqual([])
  await Promise.all([receiver.stop(), close()])
}, 90_000)
