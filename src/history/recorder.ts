import type { Log } from '../core/log.ts'
import type { Product } from '../ranking/product.ts'
import type {
  RequestedWindow,
  SourceName,
  UpstreamAnswer,
  UpstreamLaunchesRequest,
} from '../sources/source.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { type Budget, createSpending, type Spending } from './budget.ts'
import { compact } from './compact.ts'
import type { GapReason } from './history.ts'
import { type Day, TURN_SECONDS } from './recorded-day.ts'
import { recordingStore } from './recording-store.ts'

/** A source whose launches are recorded. It must not answer from a cache. */
export interface RecordedSource {
  name: SourceName
  launches(request: UpstreamLaunchesRequest & { window: RequestedWindow }): Promise<UpstreamAnswer>
  /** The zone of the calendar days on which its products launch. */
  timezone: string
  /** How many launches it returns at once. */
  pageSize: number
  /** Absent if it may be called without a limit. */
  budget?: Budget
}

export interface Recorder {
  /**
   * Takes the snapshots that are due, unless another process takes them. To be called at least every
   * ten minutes. Never rejects: failures are logged, and leave a gap. With a signal that has aborted
   * it only waits for a call before.
   */
  record(signal: AbortSignal): Promise<void>
}

interface RecorderDeps {
  database: Database
  source: RecordedSource
  now(): Date
  log: Log
}

type Reading = { products: Product[] } | { failure: GapReason; error?: unknown }

/** More launches of one day are not recorded. */
const MAX_LAUNCHES = 2_000

const MAX_TURN_MS = 5 * 60_000

/** Records votes over time: of today's launches, those of the days before and, now and then, all others. */
export function createRecorder({ database, source, now, log }: RecorderDeps): Recorder {
  const { name, timezone } = source
  const store = recordingStore({ database, source: name, timezone })
  const seconds = () => Math.floor(now().getTime() / 1000)
  let running: Promise<void> | undefined

  const recordTurn = async (signal: AbortSignal) => {
    const startedAt = seconds()
    if (!(await store.takeTurn(startedAt))) return
    const spending = createSpending(source.budget, TURN_SECONDS * 1000)
    const days = await store.dueDays(startedAt)
    for (const [index, day] of days.entries()) {
      const at = seconds()
      const reading = await readDay(day, { source, spending, signal })
      if (signal.aborted) return
      if ('failure' in reading) {
        const { failure: reason, error } = reading
        log.warn('history-not-recorded', { source: name, reason, error })
        await store.failDays(days.slice(index), reason)
        break
      }
      await store.storeLaunches(reading.products, at)
      await store.finishDay(day, at)
    }
    await compact({ database, source: name, timezone, now: startedAt })
  }

  return {
    async record(signal) {
      if (signal.aborted) return running
      const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_TURN_MS)])
      running ??= recordTurn(limited)
        .catch((error) => {
          log.warn('history-not-recorded', { source: name, error: databaseError(error) })
        })
        .finally(() => {
          running = undefined
        })
      await running
    },
  }
}

interface ReadingDeps {
  source: RecordedSource
  spending: Spending
  signal: AbortSignal
}

/** All launches of a day, best first. */
async function readDay(day: Day, { source, spending, signal }: ReadingDeps): Promise<Reading> {
  const window = { postedAfter: iso(day.startsAt), postedBefore: iso(day.endsAt) }
  const found = new Map<string, Product>()
  let after: string | undefined
  try {
    do {
      if (!(await spending.isAllowed())) return { failure: 'budget-spent' }
      const page = await source.launches({ window, limit: source.pageSize, after, signal })
      // An earlier answer, because the source has failed.
      if (page.stale) return { failure: 'source-failed' }
      for (const product of page.products) found.set(product.id, product)
      after = page.next
    } while (after !== undefined && found.size < MAX_LAUNCHES)
    return { products: [...found.values()] }
  } catch (error) {
    return { failure: 'source-failed', error }
  }
}

function iso(seconds: number) {
  return new Date(seconds * 1000).toISOString()
}
