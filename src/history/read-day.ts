import { isoOf } from '../core/instant.ts'
import type {
  RequestedWindow,
  SourceName,
  UpstreamAnswer,
  UpstreamLaunchesRequest,
} from '../sources/source.ts'
import type { RecordingBudget } from './budget.ts'
import type { GapReason } from './history.ts'
import type { RecordedDay, RecordingStore } from './recording-store.ts'

/** A source whose launches are recorded. It must not answer from a cache. */
export interface RecordedSource {
  name: SourceName
  launches(request: UpstreamLaunchesRequest & { window: RequestedWindow }): Promise<UpstreamAnswer>
  /** The zone of the calendar days on which its products launch. */
  timezone: string
  /** How many launches it returns at once. */
  pageSize: number
  /** Absent if it may be called without a limit, and then its counts are always true. */
  budget?: RecordingBudget
}

export interface RecorderTurn {
  /** Whether one more call is allowed. */
  isAllowed(): Promise<boolean>
  signal: AbortSignal
}

/** How far a day has been read. */
export interface DayProgress {
  next: string | undefined
  count: number
  beganAt: number
}

/** Why a day was not read to its end. */
interface Failure {
  reason: GapReason
  error?: unknown
}

/** What came of a day in a turn. */
interface ReadPart {
  /** How many pages were read before it ended or failed. */
  pages: number
  failed?: Failure & { progress: DayProgress }
}

interface ReaderDeps {
  source: RecordedSource
  store: Pick<RecordingStore, 'storePage' | 'failDay'>
  seconds(): number
}

/** More launches of one day are not recorded. */
const MAX_LAUNCHES = 10_000

/** Reads days from where they were left, and stores each page at once. */
export function createDayReader({ source, store, seconds }: ReaderDeps) {
  async function readPage(
    day: RecordedDay,
    { next: after, count, beganAt }: DayProgress,
    { isAllowed, signal }: RecorderTurn,
  ): Promise<DayProgress | Failure> {
    if (!(await isAllowed())) return { reason: 'budget-spent' }
    const at = seconds()
    const page = await source
      .launches({ window: windowOf(day), limit: source.pageSize, after, signal })
      .catch((error: unknown) => ({ error }))
    if ('error' in page) return { reason: 'source-failed', error: page.error }
    // An earlier answer, because the source has failed.
    if (page.stale) return { reason: 'source-failed' }
    const { products } = page
    const read = count + products.length
    const next = read < MAX_LAUNCHES ? page.next : undefined
    await store.storePage(day, { at, products, count, beganAt, next })
    return { next, count: read, beganAt }
  }

  /** Reads a day on from where the last turn left it, or from where this turn did. */
  return async function readDay(
    day: RecordedDay,
    turn: RecorderTurn,
    left?: DayProgress,
  ): Promise<ReadPart> {
    const resumed = day.partial?.next
    let progress: DayProgress = left ??
      day.partial ?? { next: undefined, count: 0, beganAt: seconds() }
    let pages = 0
    do {
      const read = await readPage(day, progress, turn)
      if (turn.signal.aborted) return { pages }
      if ('reason' in read) {
        // Where it failed in the last turn it does so again: then the day begins anew.
        const restarts = read.reason === 'source-failed' && progress.next === resumed
        await store.failDay(day, read.reason, restarts)
        return { pages, failed: { ...read, progress } }
      }
      progress = read
      pages += 1
    } while (progress.next !== undefined)
    return { pages }
  }
}

function windowOf({ startsAt, endsAt }: RecordedDay) {
  return { postedAfter: isoOf(startsAt * 1000), postedBefore: isoOf(endsAt * 1000) }
}
