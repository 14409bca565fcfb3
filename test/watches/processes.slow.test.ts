import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  deliveries,
  told as toldRows,
  watches,
  watchTargets,
  watchTurns,
} from '../../src/storage/watch-schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { refusingUrl, startUpstream } from '../helper/upstream-server.ts'

const PROCESSES = 3
const KILLS = 30
const LAUNCHES = 120
const STEP_MS = 150
/** The last launch has passed the highest level. */
const RUN_MS = (LAUNCHES + 20) * STEP_MS
const MAX_DRAIN_MS = 40_000
/** A day has 24 messages at most, so that many watches share what happens. */
const LEVELS = Array.from({ length: 12 }, (_, at) => at + 3)
/** Inside the repository, so that it finds its packages. */
const TELLER = join(process.cwd(), 'test-results/watches/teller.mjs')

// As one file it starts in a fraction of the time.
beforeAll(() =>
  build({
    entryPoints: ['test/watches/teller.ts'],
    outfile: TELLER,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
)
afterAll(() => rm(TELLER))

async function setup(hooks: readonly string[]) {
  const url = `file:${join(await mkdtemp(join(tmpdir(), 'watches-')), 'watches.db')}`
  const { database, close } = await openLibsql(url)
  const turn = { source: 'catalogue', atMs: 1, reading: '', launches: 0 }
  await database.insert(watchTurns).values(turn)
  for (const level of LEVELS) {
    const id = `watch-${level}`
    const spec = { name: id, when: { votes: level } }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const row = { id, owner: '', spec, secret, createdAtMs: 0, sinceMs: 0 }
    await database.insert(watches).values(row)
    for (const host of hooks.map((hook) => `${hook}/${level}`)) {
      const address = JSON.stringify({ webhook: host, format: 'standard' })
      await database.insert(watchTargets).values({ watch: id, kind: 'standard', host, address })
    }
  }
  return { url, database, close }
}

/** A receiver that refuses a quarter, and the ids under which each launch was told for a level. */
async function startReceiver() {
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
  return { ...receiver, told }
}

it('three processes, 30 kills, bad answers and a dead receiver: nothing is lost, or told under two ids', async () => {
  const receiver = await startReceiver()
  const { url, database, close } = await setup([receiver.url, await refusingUrl()])
  const ofReceiver = sql`host like ${`${receiver.url}%`}`
  const startMs = Date.now() + 2_000

  /** What is due later is due now, and what the dead have leased is free: a slow attempt may take five seconds. */
  const pass = () =>
    database
      .update(deliveries)
      .set({ dueAtMs: 0, leasedUntilMs: 0 })
      .where(
        sql`${ofReceiver} and state = 'pending' and leased_until_ms < unixepoch() * 1000 + 25000`,
      )

  const running = new Set<ChildProcess>()
  async function start() {
    const child = fork(TELLER, [url, startMs, LAUNCHES, STEP_MS].map(String), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running.add(child)
    const died = once(child, 'exit').then(() => Promise.reject(new Error('it did not start')))
    died.catch(() => {})
    await Promise.race([once(child, 'message'), died])
    return child
  }
  async function killAgainAndAgain() {
    let child = await start()
    for (let kill = 0; kill < KILLS / PROCESSES; kill += 1) {
      // Half of what the run takes; starts take the rest.
      await sleep((Math.random() * RUN_MS * PROCESSES) / KILLS)
      child.kill('SIGKILL')
      running.delete(child)
      child = await start()
      await pass()
    }
  }
  await Promise.all(Array.from({ length: PROCESSES }, killAgainAndAgain))

  await sleep(Math.max(0, startMs + RUN_MS - Date.now()))
  async function eventsTold() {
    const held = await database.$count(toldRows, isNotNull(toldRows.held))
    const sent = await database.select().from(deliveries).where(ofReceiver)
    return sent.reduce((sum, { message }) => {
      // A slow machine has more in one turn than a message lists.
      const { items, more } = message as { items: object[]; more: number }
      return sum + items.length + more
    }, held)
  }
  const until = Date.now() + MAX_DRAIN_MS
  for (let isDone = false; !isDone && Date.now() < until; ) {
    await sleep(500)
    await pass()
    const open = await database.$count(deliveries, sql`${ofReceiver} and state = 'pending'`)
    isDone = open === 0 && (await eventsTold()) >= LEVELS.length * LAUNCHES
  }
  for (const child of running) child.kill('SIGKILL')

  const { told } = receiver
  expect([...told].filter(([, ids]) => ids.size > 1)).toEqual([])
  const { state, attempts, outcome } = deliveries
  const undone = database.select({ state, attempts, outcome }).from(deliveries)
  expect(await undone.where(sql`${ofReceiver} and state <> 'done'`)).toEqual([])
  expect(await eventsTold()).toBe(LEVELS.length * LAUNCHES)
  expect(told.size).toBeGreaterThan(100)
  await Promise.all([receiver.stop(), close()])
}, 240_000)
