import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { StoredTurn, TurnIds } from '../core/run.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { storedTurns } from '../storage/run-schema.ts'
import { isOneOf } from '../storage/statements.ts'

const RETAINED_MS = HOUR_MS
/** The characters beyond which the oldest turns are let go of. */
const LIMITS = { ofOwner: 16 * 1024 * 1024, inAll: 64 * 1024 * 1024 }
/** Of the answers that one request refers to, as JSON. */
const MAX_REFERRED = 1024 * 1024
/** What a row costs, however short it is: every turn that is stored reads the sizes of all. */
const MIN_CHARACTERS = 8 * 1024

interface NewTurn extends StoredTurn {
  /** A turn that is stored again replaces the one before. */
  turnId: string
  /** The only caller who may refer to it. */
  owner: string
}

/** Answered turns, for clients that refer to what was said instead of sending it again. */
export interface StoredTurns {
  /**
   * The owner's turns with these ids. In the answers, `before` is empty.
   *
   * @throws AppError `unavailable` while the database is, `invalid-request` if the answers are too long.
   */
  find(ids: TurnIds, owner: string): Promise<ReadonlyMap<string, StoredTurn>>
  /** Resolves with whether it is stored. */
  keep(turn: NewTurn): Promise<boolean>
  /** Lets go of those whose hour is over. */
  settle(): Promise<unknown>
}

interface StoredTurnsDeps {
  database: Database
  now(): Date
  log: Log
  limits?: typeof LIMITS | undefined
}

export function createStoredTurns({ limits = LIMITS, ...deps }: StoredTurnsDeps): StoredTurns {
  return {
    find: (ids, owner) => findTurns(ids, owner, deps),
    keep: (turn) => keepTurn(turn, limits, deps),
    settle: () => deleteOld(deps),
  }
}

type Held = Omit<StoredTurnsDeps, 'limits'>

const since = ({ now }: Pick<Held, 'now'>) => now().getTime() - RETAINED_MS

function deleteOld({ database, now }: Pick<Held, 'database' | 'now'>) {
  return database.delete(storedTurns).where(lt(storedTurns.keptAtMs, since({ now })))
}

async function findTurns({ whole, answers }: TurnIds, owner: string, { database, now }: Held) {
  const turnIds = [...whole, ...answers]
  if (turnIds.length === 0) return new Map()
  const { turnId, keptAtMs, answer } = storedTurns
  const before = sql`iif(${isOneOf(turnId, whole)}, ${storedTurns.before}, '[]')`
  const areStored = (ids: readonly string[]) =>
    and(eq(storedTurns.owner, owner), isOneOf(turnId, ids), sql`${keptAtMs} >= ${since({ now })}`)
  try {
    if (answers.length > 0) await checkSize(database, areStored(answers))
    const rows = await database
      .select({ turnId, answer, before: before.mapWith(storedTurns.before) })
      .from(storedTurns)
      .where(areStored(turnIds))
    return new Map(rows.map((row) => [row.turnId, row]))
  } catch (error) {
    throw databaseError(error)
  }
}

/** The answers are parsed when they are read: their size is checked first. */
async function checkSize(database: Database, condition: SQL | undefined) {
  const characters = sql<number>`coalesce(sum(length(${storedTurns.answer})), 0)`
  const [row] = await database.select({ characters }).from(storedTurns).where(condition)
  if (row && row.characters > MAX_REFERRED) {
    const text = `What the request refers to has more than ${MAX_REFERRED} characters in total.`
    throw new AppError('invalid-request', text)
  }
}

async function keepTurn(turn: NewTurn, limits: typeof LIMITS, { database, now, log }: Held) {
  const { owner, turnId, before, answer } = turn
  const characters = Math.max(MIN_CHARACTERS, JSON.stringify([before, answer]).length)
  const row = { keptAtMs: now().getTime(), characters, before, answer }
  try {
    await database.batch([
      deleteOld({ database, now }),
      database
        .insert(storedTurns)
        .values({ owner, turnId, ...row })
        .onConflictDoUpdate({ target: [storedTurns.owner, storedTurns.turnId], set: row }),
      makeRoom(limits, database),
    ])
    return true
  } catch (error) {
    log.warn('turn-not-kept', { error: databaseError(error) })
    return false
  }
}

/**
 * Deletes the oldest turns of each owner beyond its limit; beyond the common limit, those of the owner
 * with the most.
 */
function makeRoom(limits: typeof LIMITS, database: Database) {
  const { owner, keptAtMs, characters } = storedTurns
  const ofOwner = sql`select rowid as id, ${characters} as size, sum(${characters}) over
    (partition by ${owner} order by ${keptAtMs} desc, rowid desc) as own from ${storedTurns}`
  const sums = sql`select id, own, sum(size) over (order by own, id) as total from (${ofOwner})`
  return database
    .delete(storedTurns)
    .where(
      sql`rowid in (select id from (${sums}) where own > ${limits.ofOwner} or total > ${limits.inAll})`,
    )
}
