import { setTimeout } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { createWriter } from '../acknowledged.ts'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario } from '../scenario.ts'
import { API_KEY, newDatabase, startService } from '../service.ts'

const WRITES_BEFORE = 5
const WRITES_AFTER = 10
const PAUSE_MS = 50
/** Fewer than the calls that a key may have under way. */
const MAX_WAITING = 48

/** Another process holds the write lock of the database file for a while. */
export const lockedDatabase: Scenario = {
  name: 'locked database',

  async run({ seconds }) {
    const builder = createTally()
    const writer = createWriter(builder)
    const url = await newDatabase()
    const service = await startService({ env: { DATABASE_URL: url } })
    for (let at = 0; at < WRITES_BEFORE; at += 1) await writer.write(service.url)

    const other = createClient({ url })
    const lock = await other.transaction('write')
    const lockedUntilMs = performance.now() + seconds * 1_000
    const writes = new Set<Promise<unknown>>()
    while (performance.now() < lockedUntilMs) {
      if (writes.size < MAX_WAITING) {
        const write = writer.write(service.url).finally(() => writes.delete(write))
        writes.add(write)
      }
      await probe(`${service.url}/health`, builder, 1_000)
      await probe(`${service.url}/api/top`, builder, 1_000)
      await readUsers(service.url, builder)
      await setTimeout(PAUSE_MS)
    }
    await lock.rollback()
    other.close()
    await Promise.all([...writes])
    for (let at = 0; at < WRITES_AFTER; at += 1) await writer.write(service.url)

    await writer.verify(url)
    await endService(service, builder)
    await writer.verify(url)
    return builder.tally
  },
}

/** What only reads does not wait for the lock of those who write. */
async function readUsers(url: string, builder: ReturnType<typeof createTally>) {
  const signal = AbortSignal.timeout(2_000)
  const init = { headers: { apikey: API_KEY }, signal }
  const response = await fetch(`${url}/v3/users?perPage=1`, init).catch(() => undefined)
  if (response?.status === 200) builder.right()
  else builder.wrong(`GET /v3/users: ${response?.status}`, response ? 'serverErrors' : 'hangs')
  await response?.arrayBuffer()
}
