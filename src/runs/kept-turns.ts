import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { KeptTurn, TurnIds } from '../core/run.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { keptTurns } from '../storage/run-schema.ts'
import { isOneOf } from '../storage/statements.ts'

const KEPT_MS = 60 * 60_000
/** The characters beyond which the oldest turns are let go of. */
const LIMITS = { ofOwner: 16 * 1024 * 1024, inAll: 64 * 1024 * 1024 }
/** Of the answers that one request refers to, as JSON. */
const MAX_REFERRED = 1024 * 1024
/** What a row costs, however short it is: every turn that is kept reads the sizes of all. */
const MIN_CHARACTERS = 8 * 1024

interface NewTurn extends KeptTurn {
  /** A turn that is kept again replaces the one before. */
  turnId: string
  /** The only caller who may refer to it. */
  owner: string
}

/** Answered turns, for clients that refer to what was said instead of sending it again. */
export interface KeptTurns {
  /**
   * Those of the owner with these ids. Of the answers, `before` is empty.
   *
   * @throws AppError `unavailable` while the database is, `invalid-request` if the answers are too long.
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

  /**
   * Deletes the oldest of each owner, until the others have room. When there is none in all, whoever has
   * the most loses first.
   */
  function makeRoom() {
    const { owner, keptAtMs } = keptTurns
    const ofOwner = sql`select rowid as id, ${keptTurns.characters} as size, sum(${keptTurns.characters}) over
      (partition by ${owner} order by ${keptAtMs} desc, rowid desc) as own from ${keptTurns}`
    const sums = sql`select id, own, sum(size) over (order by own, id) as total from (${ofOwner})`
    return database
      .delete(keptTurns)
      .where(
        sql`rowid in (select id from (${sums}) where own > ${limits.ofOwner} or total > ${limits.inAll})`,
      )
  }

  /** What is read is parsed: first its size is asked for. */
  async function checkSize(condition: SQL | undefined) {
    const characters = sql<number>`coalesce(sum(length(${keptTurns.answer})), 0)`
    const [row] = await database.select({ characters }).from(keptTurns).where(condition)
    if (row && row.characters > MAX_REFERRED) {
      const text = `What the request refers to has more than ${MAX_REFERRED} characters in total.`
      throw new AppError('invalid-request', text)
    }
  }

  return {
    async find({ whole, answers }, owner) {
      const turnIds = [...whole, ...answers]
      if (turnIds.length === 0) return new Map()
      const { turnId, keptAtMs, answer } = keptTurns
      const before = sql`iif(${isOneOf(turnId, whole)}, ${keptTurns.before}, '[]')`
      const areKept = (ids: readonly string[]) =>
        and(eq(keptTurns.owner, owner), isOneOf(turnId, ids), sql`${keptAtMs} >= ${since()}`)
      try {
        if (answers.length > 0) await checkSize(areKept(answers))
        const rows = await database
          .select({ turnId, answer, before: before.mapWith(keptTurns.before) })
          .from(keptTurns)
          .where(areKept(turnIds))
        return new Map(rows.map((row) => [row.turnId, row]))
      } catch (error) {
        throw databaseError(error)
      }
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
          makeRoom(),
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
