import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Log } from '../core/log.ts'
import type { KeptTurn, TurnIds } from '../core/run.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { keptTurns } from '../storage/run-schema.ts'
import { isOneOf } from '../storage/statements.ts'

const KEPT_MS = 60 * 60_000
/** The characters beyond which the oldest turns are let go of. */
const LIMITS = { ofOwner: 16 * 1024 * 1024, inAll: 64 * 1024 * 1024 }
/** What a row costs, however short it is: every turn that is kept reads the sizes of all. */
const MIN_CHARACTERS = 8 * 1024

interface NewTurn extends KeptTurn {
  /** One that is kept again replaces the one before. */
  turnId: string
  /** The only caller who may refer to it. */
  owner: string
}

/** Answered turns, for clients that refer to what was said instead of sending it again. */
export interface KeptTurns {
  /**
   * Those of the owner with these ids. Of the answers, `before` is empty.
   *
   * @throws AppError `unavailable` while the database is.
   */
  find(ids: TurnIds, owner: string): Promise<ReadonlyMap<string, KeptTurn>>
  /** Resolves with whether it is kept. */
  keep(turn: NewTurn): Promise<boolean>
  /** Lets go of those whose hour is over. */
  settle(): Promise<unknown>
}

interface KeptTurnsDeps {
  database: Database
  now(): Date
  log: Log
  limits?: typeof LIMITS | undefined
}

export function createKeptTurns(deps: KeptTurnsDeps): KeptTurns {
  const { database, now, log, limits = LIMITS } = deps
  const since = () => now().getTime() - KEPT_MS
  const deleteOld = () => database.delete(keptTurns).where(lt(keptTurns.keptAtMs, since()))

  /** Deletes the oldest, until the others have room. */
  function makeRoom(condition: SQL, maxCharacters: number) {
    const sums = sql`select rowid as id, sum(${keptTurns.characters}) over
      (order by ${keptTurns.keptAtMs} desc, rowid desc) as total from ${keptTurns} where ${condition}`
    return database
      .delete(keptTurns)
      .where(sql`rowid in (select id from (${sums}) where total > ${maxCharacters})`)
  }

  return {
    async find({ whole, answers }, owner) {
      const turnIds = [...whole, ...answers]
      if (turnIds.length === 0) return new Map()
      const { turnId, keptAtMs, answer } = keptTurns
      const before = sql`iif(${isOneOf(turnId, whole)}, ${keptTurns.before}, '[]')`
      const rows = await database
        .select({ turnId, answer, before: before.mapWith(keptTurns.before) })
        .from(keptTurns)
        .where(
          and(eq(keptTurns.owner, owner), isOneOf(turnId, turnIds), sql`${keptAtMs} >= ${since()}`),
        )
        .catch((error: unknown) => {
          throw databaseError(error)
        })
      return new Map(rows.map((row) => [row.turnId, row]))
    },

    async keep({ owner, turnId, before, answer }) {
      const characters = Math.max(MIN_CHARACTERS, JSON.stringify([before, answer]).length)
      const row = { keptAtMs: now().getTime(), characters, before, answer }
      try {
        await database.batch([
          deleteOld(),
          database
            .insert(keptTurns)
            .values({ owner, turnId, ...row })
            .onConflictDoUpdate({ target: [keptTurns.owner, keptTurns.turnId], set: row }),
          makeRoom(eq(keptTurns.owner, owner), limits.ofOwner),
          makeRoom(sql`true`, limits.inAll),
        ])
        return true
      } catch (error) {
        log.warn('turn-not-kept', { error: databaseError(error) })
        return false
      }
    },

    settle: deleteOld,
  }
}
