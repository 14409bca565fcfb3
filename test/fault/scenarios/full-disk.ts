import { createWriter } from '../acknowledged.ts'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario } from '../scenario.ts'
import { newDatabase, startService } from '../service.ts'

/** Files may grow to this and no further, which SQLite meets as it meets a full disk. */
const MAX_FILE_KIB = 1_024
const FILLER = 'x'.repeat(4_000)
const MAX_WRITES = 2_000
const WRITES_ON_A_FULL_DISK = 30

/** A disk that fills up under the database, and has room again after a restart. */
export const fullDisk: Scenario = {
  name: 'full disk',

  async run() {
    const builder = createTally()
    const writer = createWriter(builder)
    const env = { DATABASE_URL: await newDatabase() }
    const full = await startService({ env, ulimit: `-f ${MAX_FILE_KIB}` })
    let failures = 0
    for (let writes = 0; writes < MAX_WRITES && failures < WRITES_ON_A_FULL_DISK; writes += 1) {
      const status = await writer.write(full.url, FILLER)
      if (status !== 200) failures += 1
    }
    if (failures === 0) builder.wrong('the disk was never full')
    await probe(`${full.url}/health`, builder)
    await probe(`${full.url}/api/top`, builder)
    await writer.verify(env.DATABASE_URL)
    await endService(full, builder)

    const roomy = await startService({ env })
    if ((await writer.write(roomy.url)) !== 200) builder.wrong('no write after there was room')
    await roomy.kill()
    await writer.verify(env.DATABASE_URL)
    return builder.tally
  },
}
