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
  const all = groupedBy(rows, ({ id }) => id).map(([id, ofLaunch]): ObservedLaunch => {
    const counts = ofLaunch.map(({ at, votes }) => ({ at: at * 1000, votes }))
    return { id, launchedAt: (ofLaunch[0]?.launched ?? 0) * 1000, counts, surges: [] }
  })
  return groupedBy(all, ({ launchedAt }) => Math.floor(launchedAt / DAY_MS) * DAY_MS)
    .map(([from, launches]) => ({ from, launches }))
    .sort((one, other) => one.from - other.from)
}

/** Node 20 has no `Map.groupBy`. */
function groupedBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups]
}
