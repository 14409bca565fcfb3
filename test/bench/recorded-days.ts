// The days of a database's history, in the form of simulated ones; nobody knows of their bursts.

import { recordedHistory } from '../../src/history/recorded-history.ts'
import { dateAt, findZone, startOfDay } from '../../src/ranking/calendar.ts'
import { SourceName } from '../../src/sources/source.ts'
import { recordings } from '../../src/storage/history-schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'
import type { SimulatedDay } from './simulated-days.ts'

/** Before them counts are a day apart. */
const MAX_DAYS = 60

export async function recordedDays(file: string): Promise<SimulatedDay[]> {
  const { database, close } = await openLibsql(`file:${file}`)
  const [recording] = await database.select().from(recordings).limit(1)
  const source = SourceName.parse(recording?.source)
  const timezone = source === 'product-hunt' ? 'America/Los_Angeles' : 'UTC'
  const zone = findZone(timezone)!
  const history = recordedHistory({ database, source, timezone, now: () => new Date() })
  const today = dateAt(Date.now(), zone)
  const days: SimulatedDay[] = []
  for (let back = MAX_DAYS; back > 0; back -= 1) {
    const date = today.minus({ days: back })
    const [from, until] = [date, date.plus({ days: 1 })].map((one) => startOfDay(one, zone))
    const range = { launchedFrom: from!, launchedUntil: until!, since: from!, until: until! }
    const launches = (await history.launches(range)).map((one) => ({ ...one, burstAt: undefined }))
    if (launches.length > 0) days.push({ day: date.toISODate()!, from: from!, launches })
  }
  await close()
  return days
}
