// The days of a database's history, in the form of simulated ones; nobody knows of their surges.
import { asc, eq, gte } from 'drizzle-orm'
import { launches, snapshots } from '../../src/storage/history-schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import { DAY_MS, type ObservedDay, type ObservedLaunch } from './simulated-days.ts'

/** Before them counts are an hour apart. */
const MAX_DAYS = 30

export async function recordedDays(file: string): Promise<ObservedDay[]> {
  const { database, close } = await openLibsql(`file:${file}`)
  const since = Date.now() - MAX_DAYS * DAY_MS
  const rows = await database
    .select({
      id: launches.id,
      launched: launches.launchedAt,
      at: snapshots.at,
      votes: snapshots.votes,
    })
    .from(launches)
    .innerJoin(snapshots, eq(snapshots.launch, launches.number))
    .where(gte(launches.launchedAt, since / 1000))
    .orderBy(asc(snapshots.at))
  await close()
  const byId = Map.groupBy(rows, ({ id }) => id)
  const all = [...byId].map(([id, ofLaunch]): ObservedLaunch => {
    const counts = ofLaunch.map(({ at, votes }) => ({ at: at * 1000, votes }))
    return { id, launchedAt: (ofLaunch[0]?.launched ?? 0) * 1000, counts, surges: [] }
  })
  const days = Map.groupBy(all, ({ launchedAt }) => Math.floor(launchedAt / DAY_MS) * DAY_MS)
  return [...days]
    .map(([from, launches]) => ({ from, launches }))
    .sort((one, other) => one.from - other.from)
}
