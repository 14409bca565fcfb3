import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario } from '../scenario.ts'
import { startService } from '../service.ts'

const REQUESTS = 300

/** Whoever reads the log stops reading, and then goes away. */
export const closedLog: Scenario = {
  name: 'closed log',

  async run() {
    const builder = createTally()
    const service = await startService()
    service.child.stdout?.pause()
    for (let at = 0; at < REQUESTS; at += 1) await probe(`${service.url}/api/top`, builder)
    service.child.stdout?.destroy()
    service.child.stderr?.destroy()
    for (let at = 0; at < REQUESTS; at += 1) await probe(`${service.url}/api/top`, builder)
    await endService(service, builder)
    return builder.tally
  },
}
