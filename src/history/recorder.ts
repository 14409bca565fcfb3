import { toSeconds } from '../core/instant.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { createSpending } from './budget.ts'
import type { GapReason } from './history.ts'
import {
  createDayReader,
  type DayProgress,
  type RecordedSource,
  type RecorderTurn,
} from './read-day.ts'
import { type RecordedDay, recordingStore } from './recording-store.ts'

export interface Recorder {
  /**
   * Takes the snapshots that are due, unless another process takes them. To be called at least every
   * ten minutes. Never rejects: failures are logged, and leave a gap. With a signal that has aborted
   * it only waits for a call before.
   *
   * @returns whether this process took the turn
   */
  record(signal: AbortSignal): Promise<boolean>
}

interface RecorderDeps {
  database: Database
  source: RecordedSource
  now(): Date
  log: Log
}

/** A source that fails so often, with no page read in between, is left alone until the next turn. */
const MAX_FAILURES = 3

/** A day, and how far this turn has read it. */
interface DueDay {
  day: RecordedDay
  left?: DayProgress
}

const MAX_TURN_MS = 5 * 60_000

/** Records votes over time, in turns that read a source page by page. */
export function createRecorder({ database, source, now, log }: RecorderDeps): Recorder {
  const { name, timezone, budget } = source
  const store = recordingStore({ database, source: name, timezone })
  const seconds = () => toSeconds(now())
  const readDay = createDayReader({ source, store, seconds })
  let running: Promise<boolean> | undefined

  const readTurn = async (turn: RecorderTurn) => {
    const readDays = turnReader(turn, { readDay, log, name })
    const due = await store.dueDays(seconds())
    // A page that failed is read again once, after the pages of other days.
    await readDays(await readDays(due.map((day) => ({ day }))))
  }

  const recordTurn = async (signal: AbortSignal) => {
    const before = await store.takeTurn(seconds())
    if (!before) return false
    const spending = budget && createSpending(budget, before)
    await readTurn({ isAllowed: spending?.isAllowed ?? (async () => true), signal })
    if (spending) await store.noteSpent(spending.spent())
    if (budget && (await store.dropStalled(seconds()))) {
      log.warn('history-not-recorded', { source: name, reason: 'source-stalled' })
    }
    await store.thin(seconds())
    return true
  }

  return {
    async record(signal) {
      if (signal.aborted) return (await running) ?? false
      const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_TURN_MS)])
      running ??= recordTurn(limited)
        .catch((error) => {
          log.warn('history-not-recorded', { source: name, error: databaseError(error) })
          return true
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}

interface TurnReaderDeps extends Pick<RecorderDeps, 'log'> {
  readDay: ReturnType<typeof createDayReader>
  /** The name of the source. */
  name: string
}

/** Reads days in one turn, until the source has failed too often in a row. */
function turnReader(turn: RecorderTurn, { readDay, log, name }: TurnReaderDeps) {
  const logged = new Set<GapReason>()
  let failures = 0

  /** Continues a day, and returns how far it got if a page failed. */
  const readOn = async ({ day, left }: DueDay): Promise<DueDay | undefined> => {
    const { pages, failed } = await readDay(day, turn, left)
    if (pages > 0) failures = 0
    if (!failed) return undefined
    const { progress, ...failure } = failed
    const { reason } = failure
    if (!logged.has(reason)) log.warn('history-not-recorded', { source: name, ...failure })
    logged.add(reason)
    if (reason !== 'source-failed') return undefined
    failures += 1
    return { day, left: progress }
  }

  return async function readDays(days: readonly DueDay[]): Promise<DueDay[]> {
    const again: DueDay[] = []
    for (const day of days) {
      if (turn.signal.aborted || failures === MAX_FAILURES) return []
      again.push(...[(await readOn(day)) ?? []].flat())
    }
    return again
  }
}
