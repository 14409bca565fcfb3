import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { databaseNowMs, isOneOf } from '../storage/statements.ts'
import { deliveries, told, watchTargets } from '../storage/watch-schema.ts'
import type { WatchItem, WatchMessage } from './message.ts'

// Messages are stored in one transaction with the keys of the events that they tell.

export interface Told {
  watch: string
  launch: string
  event: string
  /** Waits for the summary of the day. */
  held?: WatchItem | undefined
}

/** More rows in one statement are too long for D1. */
const MAX_ROWS = 100

function inPieces<Row>(rows: readonly Row[], write: (json: SQL) => BatchItem<'sqlite'>) {
  return Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, at) =>
    write(sql`json_each(${JSON.stringify(rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS))})`),
  )
}

/** A row that is there already fails the whole transaction: nothing is told twice. */
export function storeTold(database: Database, rows: readonly Told[], atMs: number) {
  return inPieces(rows, (json) =>
    database
      .insert(told)
      .select(
        sql`select value ->> 'watch', value ->> 'launch', value ->> 'event', ${atMs}, value -> 'held' from ${json} where true`,
      ),
  )
}

/** A delivery for each target that is not switched off. A feed's is done at once. */
export async function storeMessages(
  database: Database,
  messages: readonly WatchMessage[],
): Promise<BatchItem<'sqlite'>[]> {
  const byWatch = new Map(messages.map((message) => [message.watch.id, message]))
  const targets = await database
    .select()
    .from(watchTargets)
    .where(and(isOneOf(watchTargets.watch, byWatch.keys()), isNull(watchTargets.disabled)))
  const rows = targets.map(({ id: target, watch, host, kind }) => ({
    id: `msg_${crypto.randomUUID().replaceAll('-', '')}`,
    watch,
    target,
    host,
    message: byWatch.get(watch),
    state: kind === 'feed' ? 'done' : 'pending',
  }))
  return inPieces(rows, (json) =>
    database.insert(deliveries).select(
      sql`select value ->> 'id', value ->> 'watch', value ->> 'target', value ->> 'host', value -> 'message',
        ${databaseNowMs}, case value ->> 'state' when 'pending' then ${databaseNowMs} end, 0, 0,
        value ->> 'state', null from ${json} where true`,
    ),
  )
}

/** @returns false if another process was quicker, or a watch has changed: nothing is stored then */
export async function commit(
  database: Database,
  [first, ...others]: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
): Promise<boolean> {
  try {
    await database.batch([first, ...others])
    return true
  } catch (thrown) {
    const error = databaseError(thrown)
    if (error instanceof Error && /constraint/i.test(error.message)) return false
    throw error
  }
}
