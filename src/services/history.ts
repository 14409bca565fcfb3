import type { Config } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import { isoOrNull } from '../core/instant.ts'
import type { HistoryStatus } from '../core/status.ts'
import type { History } from '../history/history.ts'
import { noHistory } from '../history/no-history.ts'
import type { RecordedSource } from '../history/read-day.ts'
import { recordedHistory } from '../history/recorded-history.ts'
import { createRecorder, type Recorder } from '../history/recorder.ts'
import { simulatedHistory } from '../history/simulated-history.ts'
import type { Runtime } from './runtime.ts'

interface PickedHistory {
  history: History
  recorder: Recorder | undefined
  status(): Promise<HistoryStatus>
}

/** Chooses where votes over time come from. A history that cannot be read does not make the service fail. */
export function pickHistory(
  { hasHistory, source: { kind }, DEFAULT_TIMEZONE }: Config,
  { database, log, now }: Runtime,
  recorded: RecordedSource | undefined,
): PickedHistory {
  const picked = (serves: HistoryStatus['serves'], history: History, recorder?: Recorder) => ({
    history,
    recorder,
    status: async () => ({ serves, ...(await historyState(history)) }),
  })
  if (!hasHistory) return picked('off', noHistory(kind, 'it is switched off (HISTORY).'))
  if (!recorded && kind === 'catalogue') {
    return picked('simulated', simulatedHistory({ timezone: DEFAULT_TIMEZONE, now }))
  }
  if (!recorded) return picked('off', noHistory(kind, 'the source has no token.'))
  if (!database) return picked('off', noHistory(kind, 'the service has no database.'))
  const { timezone } = recorded
  return picked(
    'recorded',
    recordedHistory({ database, source: kind, timezone, now }),
    createRecorder({ database, source: recorded, now, log }),
  )
}

async function historyState(history: History) {
  try {
    const { since, last, ...size } = await history.state()
    return { since: isoOrNull(since), last: isoOrNull(last), ...size, failing: false }
  } catch (error) {
    const failing = AppError.from(error).code !== 'not-configured'
    return { since: null, last: null, snapshots: null, bytes: null, failing }
  }
}
