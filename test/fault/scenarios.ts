import type { Scenario } from './scenario.ts'
import { closedLog } from './scenarios/closed-log.ts'
import { failingUpstreams } from './scenarios/failing-upstreams.ts'
import { fewDescriptors } from './scenarios/few-descriptors.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { killedInMidImport } from './scenarios/killed-in-mid-import.ts'
import { lockedDatabase } from './scenarios/locked-database.ts'
import { malformedRequests } from './scenarios/malformed-requests.ts'
import { movedClock } from './scenarios/moved-clock.ts'
import { requests } from './scenarios/requests.ts'
import { stalledReaders } from './scenarios/stalled-readers.ts'

export const scenarios: readonly Scenario[] = [
  requests,
  malformedRequests,
  killedInMidImport,
  fullDisk,
  lockedDatabase,
  closedLog,
  fewDescriptors,
  stalledReaders,
  movedClock,
  failingUpstreams,
]
