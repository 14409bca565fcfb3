import { event, finish, sends, text } from '../../helper/model-server.ts'
import { startUpstream } from '../../helper/upstream-server.ts'
import { endService } from '../end-service.ts'
import { probe } from '../probe.ts'
import { createTally, type Scenario, type TallyBuilder } from '../scenario.ts'
import { startService } from '../service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PER_MINUTE = 20

/** The system's clock jumps back by hours and ahead by days. */
export const movedClock: Scenario = {
  name: 'moved clock',

  async run() {
    const builder = createTally()
    const upstream = await startUpstream(sends(text('Hello'), finish(), event('[DONE]')))
    const env = {
      RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: upstream.url,
    }
    const service = await startService({ env })
    await probe(`${service.url}/api/top`, builder)
    for (const byMs of [-HOUR_MS, DAY_MS, -3 * DAY_MS, 0]) {
      await service.moveClock(byMs)
      await expectSoundLimit(service.url, builder)
      await probe(`${service.url}/health`, builder)
    }
    await endService(service, builder)
    await upstream.stop()
    return builder.tally
  },
}

/** A minute has at most sixty seconds, whatever the clock says. */
async function expectSoundLimit(url: string, builder: TallyBuilder) {
  for (let at = 0; at < PER_MINUTE; at += 1) {
    const response = await fetch(`${url}/api/top`)
    await response.arrayBuffer()
    const resetS = Number(response.headers.get('ratelimit-reset'))
    const isSound = resetS >= 0 && resetS <= 60
    if (isSound && [200, 429].includes(response.status)) builder.right()
    else builder.wrong(`/api/top: ${response.status}, limit resets in ${resetS} s`)
  }
}
