import { and, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Log } from '../core/log.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { runs } from '../storage/run-schema.ts'
import { databaseNowMs, isOneOf } from '../storage/statements.ts'

/** After this long without renewal a run is lost. */
const LEASE_MS = 8_000
/** When a lease that is written now ends. */
export const leaseEnd = sql<number>`${databaseNowMs} + ${LEASE_MS}`
/** Between two writes. */
const BATCH_MS = 250
/** Between two renewals: a stop that somebody else has written is heard within a second. */
const RENEWAL_MS = 750

const unreadMs = sql<number | null>`${databaseNowMs} - ${runs.readAtMs}`

/** A run of this process. */
export interface LeasedRun {
  runId: string
  /** The statements that store what is new, written with the next renewal. */
  pending(): BatchItem<'sqlite'>[]
  /** Called once they are written. */
  stored?(): void
  renewed?(row: RenewedRun): void
  /** Called once the run is no longer this process's: others have taken it for lost, and ended it. */
  lost(): void
}

interface RenewedRun {
  /** When somebody asked for its end. */
  stopAtMs: number | null
  /** How long ago another process read it. */
  unreadMs: number | null
}

interface RunLease {
  /** To be called when there is something to store. */
  changed(): void
  /** Resolves when the run is neither renewed nor written any more. */
  release(): Promise<void>
}

interface LeasesDeps {
  database: Database
  log: Log
  /** Whether requests share nothing but the database, so that each renews its own runs. */
  isolatesRequests?: boolean | undefined
}

export interface RunLeases {
  take(run: LeasedRun): RunLease
}

/** Renews the leases of this process's runs, and stores what is new of them: all in one batch. */
export function createRunLeases({ isolatesRequests = false, ...deps }: LeasesDeps): RunLeases {
  const shared = leasesOf(deps)
  return isolatesRequests ? { take: (run) => leasesOf(deps).take(run) } : shared
}

function leasesOf({ database, log }: Omit<LeasesDeps, 'isolatesRequests'>): RunLeases {
  const leased = new Map<string, LeasedRun>()
  let timer: ReturnType<typeof setInterval> | undefined
  let writing: Promise<void> | undefined
  let isNew = false
  let isFailing = false
  let silentMs = 0

  function tick() {
    silentMs += BATCH_MS
    if (writing || (!isNew && silentMs < RENEWAL_MS)) return
    isNew = false
    silentMs = 0
    writing = write([...leased.values()]).finally(() => {
      writing = undefined
    })
  }

  async function write(leasedRuns: readonly LeasedRun[]) {
    try {
      const ids = leasedRuns.map(({ runId }) => runId)
      const renewal = database
        .update(runs)
        .set({ expiresAtMs: leaseEnd })
        .where(and(isOneOf(runs.runId, ids), isNull(runs.endedAtMs)))
        .returning({ runId: runs.runId, stopAtMs: runs.stopAtMs, unreadMs })
      const items = leasedRuns.flatMap((run) => run.pending())
      const [rows] = await database.batch([renewal, ...items])
      isFailing = false
      const renewed = new Map(rows.map((row) => [row.runId, row]))
      for (const run of leasedRuns) {
        const row = renewed.get(run.runId)
        if (!row) {
          remove(run)
          run.lost()
          continue
        }
        run.stored?.()
        run.renewed?.(row)
      }
    } catch (error) {
      if (!isFailing) log.warn('runs-not-renewed', { error: databaseError(error) })
      isFailing = true
    }
  }

  function remove({ runId }: LeasedRun) {
    leased.delete(runId)
    if (leased.size === 0) clearInterval(timer)
  }

  return {
    take(run) {
      if (leased.size === 0) timer = setInterval(tick, BATCH_MS)
      leased.set(run.runId, run)
      return {
        changed() {
          isNew = true
        },
        async release() {
          remove(run)
          await writing
        },
      }
    },
  }
}
