// Votes over time of ten million snapshots in a file, as a year and a half of 100 launches a day leave them.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createReadRising } from '../../src/history/read-rising.ts'
import { recordedHistory } from '../../src/history/recorded-history.ts'
import { TRENDING_WINDOWS } from '../../src/history/rising.ts'
import { launches, recordedDays, recordings, snapshots } from '../../src/storage/history-schema.ts'
import { productHistory } from '../../src/tools/product-history.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { openLibsql } from '../helper/open-libsql.ts'

const DAYS = 550
const A_DAY = 100
const DAY = 86_400
/** The days on which launches are read every half hour. */
const RECENT_DAYS = 7
const READINGS = 300
const SOURCE = 'show-hn'

const now = new Date('2026-11-20T18:00:00Z')
const today = Math.floor(now.getTime() / 1000 / DAY) * DAY
const folder = await mkdtemp(join(tmpdir(), 'launchboard-history-'))
const path = join(folder, 'history.db')
const { database, close } = await openLibsql(`file:${path}`, { maxMs: 600_000 })

try {
  const count = await fill()
  const { size } = await stat(path)
  const mib = Math.round(size / 1024 / 1024)
  console.log(
    `${count.toLocaleString('en-US')} snapshots, ${mib} MiB, ${(size / count).toFixed(1)} bytes each`,
  )

  const history = recordedHistory({ database, source: SOURCE, timezone: 'UTC', now: () => now })
  const ids = Array.from({ length: READINGS }, (_, at) =>
    String(1 + ((at * 7_919) % (DAYS * A_DAY))),
  )
  const search = { name: SOURCE, search: fakeSource({}).top } as never
  const deps = { history, ranking: fakeSource({}), search, now: () => now }
  await time('the snapshots of a product', ids, (id) => history.launch(id))
  await time('its whole history, with a percentile', ids, (id) => productHistory(id, deps))
  // Answers are kept for half a minute, by a clock that goes on by one between them.
  let passed = 0
  const clock = () => (passed += 60_000)
  const readRising = createReadRising({ history, now: () => now, clock })
  for (const window of TRENDING_WINDOWS) {
    await time(`what is rising in ${window}`, ids.slice(0, 30), () => readRising(window))
  }
  const kept = createReadRising({ history, now: () => now, clock: () => 0 })
  await time('the same for readers of half a minute', ids, () => kept('24h'))
} finally {
  await close()
  await rm(folder, { recursive: true })
}

async function time(what: string, ids: readonly string[], read: (id: string) => Promise<unknown>) {
  const times: number[] = []
  for (const id of ids) {
    const started = performance.now()
    await read(id)
    times.push(performance.now() - started)
  }
  times.sort((one, other) => one - other)
  const at = (part: number) => times[Math.floor((times.length - 1) * part)]!.toFixed(2)
  console.log(`  ${what.padEnd(38)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

/** All of a month, and then the last of each hour. */
async function fill() {
  const startedAt = today - DAYS * DAY
  const recording = { source: SOURCE, startedAt, turn: 0 }
  await database.insert(recordings).values({ ...recording, snapshots: 0 })
  for (let day = 1; day <= DAYS; day += 1) {
    const begin = startedAt + day * DAY
    const first = (day - 1) * A_DAY
    const isThinned = DAYS - day > 30
    const [first10, halfHour] = isThinned ? [3600, 3600] : [600, 1800]
    const [firstEnd, recentEnd] = [begin + DAY, begin + RECENT_DAYS * DAY]
    const followedEnd = Math.min(begin + 30 * DAY, now.getTime() / 1000)
    const next = sql`at + case when at < ${firstEnd} then ${first10}
      when at < ${recentEnd} then ${halfHour} else ${DAY} end`
    const product = JSON.stringify({
      name: 'A product of the bench',
      tagline: 'What it is for, in a few words',
      url: 'https://launchboard.example/products/of-the-bench',
      imageUrl: null,
      topics: ['Productivity', 'Developer Tools'],
    })
    const range = sql`with recursive launch(n) as (select ${first + 1} union all
      select n + 1 from launch where n < ${first + A_DAY})`
    await database.batch([
      database
        .insert(launches)
        .select(sql`${range} select n, ${SOURCE}, cast(n as integer), ${begin} + (n * 733) % 61200,
        json_set(${product}, '$.id', cast(cast(n as integer) as text), '$.launchedAt', strftime('%Y-%m-%dT%H:%M:%fZ', ${begin} + (n * 733) % 61200, 'unixepoch')) from launch`),
      database.insert(snapshots).select(sql`${range}, step(at) as (
          select ${begin + 61800} union all select ${next} from step where ${next} <= ${followedEnd}
        ) select n, at, cast(10 + n % 97 + (at - ${begin}) / 900 as integer), n % 13, 1 + n % ${A_DAY} from launch, step`),
      database.update(recordings).set({ snapshots: sql`${recordings.snapshots} + changes()` }),
      database
        .insert(recordedDays)
        .values({ source: SOURCE, startsAt: begin, endsAt: begin + DAY, readAt: begin }),
    ])
  }
  const [row] = await database.select().from(recordings)
  return row!.snapshots
}
