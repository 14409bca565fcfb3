import type { Log } from '../core/log.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { createSpending } from './budget.ts'
import type { GapReason } from './history.ts'
import { createDayReader, type RecordedSource, type Turn } from './read-day.ts'
import { recordingStore } from './recording-store.ts'

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

/** A source that fails so often in a turn is left alone until the next. */
const MAX_FAILURES = 2

const MAX_TURN_MS = 5 * 60_000

/** Records votes over time: page by page what a source says, a turn after the other. */
export function createRecorder({ database, source, now, log }: RecorderDeps): Recorder {
  const { name, timezone, budget } = source
  const store = recordingStore({ database, source: name, timezone })
  const seconds = () => Math.floor(now().getTime() / 1000)
  const readDay = createDayReader({ source, store, seconds })
  let running: Promise<void> | undefined

  const readTurn = async (turn: Turn) => {
    const failures: GapReason[] = []
    for (const day of await store.dueDays(seconds())) {
      const failure = await readDay(day, turn)
      if (turn.signal.aborted) return
      if (!failure) continue
      const { reason } = failure
      if (!failures.includes(reason)) log.warn('history-not-recorded', { source: name, ...failure })
      failures.push(reason)
      if (failures.filter((one) => one === 'source-failed').length === MAX_FAILURES) return
    }
  }

  const recordTurn = async (signal: AbortSignal) => {
    const before = await store.takeTurn(seconds())
    if (!before) return
    const spending = budget && createSpending(budget, before)
    await readTurn({ isAllowed: spending?.isAllowed ?? (async () => true), signal })
    if (spending) await store.noteSpent(spending.spent())
    if (budget && (await store.dropStalled(seconds()))) {
      log.warn('history-not-recorded', { source: name, reason: 'source-stalled' })
    }
    await store.thin(seconds())
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
