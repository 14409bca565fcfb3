import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { pauses } from '../core/pause.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import type { StoredWire } from '../storage/run-schema.ts'
import { FIRST_OF_ENDING, follow, type NumberedEvent } from './follow.ts'
import { createOwnStream, listenerSet, type OwnStream } from './own-stream.ts'
import type { RunLeases } from './run-leases.ts'
import {
  MAX_EVENTS,
  type StreamFacts,
  type StreamRow,
  type StreamRows,
  streamRows,
} from './stream-rows.ts'

const UNREAD_MS = 30_000
/** Between two notes of a reader that it is still there. */
const READ_MS = 10_000
/** How long a stop waits for the end of its run, or for the database. */
const MAX_STOP_MS = 2_000

/** The channels on which processes say which run has new events, and which one is to stop. */
const NEW_EVENTS = 'run-events'
const STOPS = 'run-stops'

interface NewRun extends StreamFacts {
  events: AsyncIterable<string>
  /** Ends the events soon. */
  stop(): void
}

export interface ReadableRun {
  readonly runId: string
  readonly wire: StoredWire
  /** Whether events after this one are still to be read, or may come. */
  hasMore(after: number): boolean
  /** The events after the one with this number, until the end or until the signal aborts. */
  read(after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent>
}

/** A run that its caller may come back to. */
export interface ResumableRun extends ReadableRun {
  /** Asks for its end, and resolves with whether it has ended. */
  stop(): Promise<boolean>
}

/** Runs that continue for a while without their reader: rows, which every process reads and stops. */
export interface ResumableRuns {
  /** For its first reader. Returns nothing if the run cannot be resumed: its events are then untouched. */
  start(run: NewRun): Promise<ReadableRun | undefined>
  /** @throws AppError `unavailable` if it cannot be known whether there is such a run. */
  find(runId: string, caller: string | undefined): Promise<ResumableRun | undefined>
  /** The run of a chat that has not ended. A chat has one: the next one stops it. */
  findActive(chatId: string, caller: string | undefined): Promise<ResumableRun | undefined>
  /** Ends the runs of processes that are gone, and deletes runs that ended a while ago. */
  settle(): Promise<void>
  /** Resolves once the ends of all runs of this process are stored. */
  stored(): Promise<void>
}

interface ResumableRunsDeps {
  database: Database
  now(): Date
  log: Log
  leases: RunLeases
  state?: SharedState | undefined
  /** How long a run continues without a reader. */
  unreadMs?: number | undefined
  /** Keeps the Worker running until the end of a run is stored. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

export function createResumableRuns(deps: ResumableRunsDeps): ResumableRuns {
  const { database, now, log, leases, state, unreadMs = UNREAD_MS } = deps
  const rows = streamRows(database)
  const own = new Map<string, OwnStream>()
  const recording = new Set<Promise<void>>()
  const { wake, listen } = runListeners()

  const hearStop = (runId: string) => own.get(runId)?.changed()
  state?.subscribe(NEW_EVENTS, wake)
  state?.subscribe(STOPS, hearStop)

  function tell(runId: string) {
    hearStop(runId)
    state?.publish(STOPS, runId)
  }

  /** Stores a new run if there is room for it. Without a database it cannot be resumed. */
  async function insert(runId: string, facts: StreamFacts) {
    try {
      const { isStored, stopped } = await rows.insert(runId, facts)
      for (const before of stopped) tell(before)
      return isStored
    } catch (error) {
      log.warn('run-not-resumable', { error: databaseError(error) })
      return false
    }
  }

  function record(runId: string, stream: OwnStream, events: AsyncIterable<string>) {
    own.set(runId, stream)
    const recorded = stream
      .record(events)
      .catch((error: unknown) => log.error('run-not-recorded', { runId, error }))
      .finally(() => {
        own.delete(runId)
        recording.delete(recorded)
      })
    recording.add(recorded)
    deps.waitUntil?.(recorded)
  }

  const toRun = (row: StreamRow): ResumableRun => ({
    runId: row.runId,
    wire: row.wire,
    hasMore: (after) => row.endedAtMs === null || after < lastOf(row),
    read: (after, signal) => follow(eventsOf(row.runId, { rows, now, listen }), after, signal),
    async stop() {
      const signal = AbortSignal.timeout(MAX_STOP_MS)
      await untilAborted(known(rows.askToStop(row.runId)), signal).catch(late(signal))
      tell(row.runId)
      for await (const _pause of pauses(signal)) {
        const { endedAtMs } = (await known(readSettled(rows, row.runId, row.last))).row
        if (endedAtMs !== null) return true
      }
      return false
    },
  })

  return {
    async start({ events, stop, ...facts }) {
      const runId = crypto.randomUUID()
      if (!(await insert(runId, facts))) return undefined
      const { wire } = facts
      const onStored = () => {
        wake(runId)
        state?.publish(NEW_EVENTS, runId)
      }
      const { lost } = wire
      const stream = createOwnStream({ runId, lost, rows, leases, now, unreadMs, stop, onStored })
      record(runId, stream, events)
      return { runId, wire, hasMore: () => true, read: (_after, signal) => stream.read(signal) }
    },

    async find(runId, caller) {
      const row = await known(rows.find(runId, caller))
      return row && toRun(row)
    },

    async findActive(chatId, caller) {
      const row = await known(rows.findOpen(chatId, caller))
      return row && toRun(row)
    },

    settle: rows.settle,

    async stored() {
      await Promise.all(recording)
    },
  }
}

/** What is stored of a run. One whose process is gone has ended. */
async function readSettled(rows: StreamRows, runId: string, after: number) {
  const read = await rows.read(runId, after)
  if (read.events.length > 0 || !read.row.isLost) return read
  await rows.settle()
  return rows.read(runId, after)
}

/** The events of a run as they are stored, whose reader is noted now and then. */
function eventsOf(
  runId: string,
  { rows, now, listen }: { rows: StreamRows; now(): Date; listen: RunListeners['listen'] },
) {
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    async next(after: number) {
      const { row, events } = await known(readSettled(rows, runId, after))
      if (events.length === MAX_EVENTS) return { events }
      if (row.endedAtMs !== null) return { events, ending: lostOf(row) }
      if (now().getTime() - readAtMs >= READ_MS) {
        readAtMs = now().getTime()
        await known(rows.markRead(runId))
      }
      return { events }
    },
    onChange: (listener: () => void) => listen(runId, listener),
  }
}

type RunListeners = ReturnType<typeof runListeners>

/** Whom new events of a run wake. */
function runListeners() {
  const runs = new Map<string, ReturnType<typeof listenerSet>>()
  return {
    wake: (runId: string) => runs.get(runId)?.call(),

    listen(runId: string, listener: () => void) {
      const listeners = runs.get(runId) ?? listenerSet()
      runs.set(runId, listeners)
      const remove = listeners.add(listener)
      return () => {
        remove()
        if (listeners.isEmpty()) runs.delete(runId)
      }
    },
  }
}

/** The events that end a run which broke off. */
function lostOf({ state, wire }: StreamRow) {
  return state === 'stopped' ? wire.lost : []
}

/** The number of the last event of a run that has ended. */
function lastOf(row: StreamRow) {
  const lost = lostOf(row).length
  return lost > 0 ? FIRST_OF_ENDING + lost - 1 : row.last
}

/** The stop may still reach the database, but its caller has waited long enough. */
function late(signal: AbortSignal) {
  return (error: unknown): never => {
    if (!signal.aborted) throw error
    const message = 'The database did not take the stop in time. Try again in a moment.'
    throw new AppError('unavailable', message, { retryAfterMs: MAX_STOP_MS })
  }
}

function known<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    throw databaseError(error)
  })
}
