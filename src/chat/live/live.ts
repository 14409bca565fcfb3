import type { Context } from 'hono'
import { AppError } from '../../core/error.ts'
import type { Log } from '../../core/log.ts'
import { SSE_HEADERS } from '../../core/sse.ts'
import type { Env } from '../../http/env.ts'
import type { Database } from '../../storage/database.ts'
import { databaseError } from '../../storage/database-error.ts'
import { describeEvents, encodeEvent } from './describe-events.ts'
import { createHub, type Hub, type LiveLimits } from './hub.ts'
import { createListener, type Listener } from './listener.ts'
import { type Extent, eventIds, nextEventsOf, unfinishedAnswers } from './read-events.ts'

const LIMITS: LiveLimits = {
  paceMs: 250,
  heartbeatMs: 15_000,
  stalledMs: 30_000,
  failingMs: 30_000,
}

/**
 * On Workers, requests cannot share I/O objects, so each listener polls by itself. The number of
 * queries per request is limited, so streams end after a while and clients reconnect.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
const ISOLATED_LIMITS = { paceMs: 1_000, failingMs: 0, maxStreamMs: 240_000 }

interface LiveDeps {
  database: Database
  log: Log
  limits?: Partial<LiveLimits> | undefined
  /** Whether requests share nothing but the database. */
  isolatesRequests?: boolean | undefined
}

interface Listening {
  uid: string
  lastEventId: number | undefined
  /** Called regularly: throws a `PlatformError` once the user is no longer allowed to listen. */
  assertAllowed(): Promise<unknown>
}

/** The live events of users' conversations. */
export interface Live {
  /**
   * Streams the events that a user may see, after `lastEventId` or from now on. Whether the user is
   * allowed to listen is checked first, and with each heartbeat.
   */
  stream(c: Context<Env>, listening: Listening): Promise<Response>
  /** To be called when there may be new events. */
  wake(): void
  /** Ends all streams, and rejects new ones. */
  stop(): void
}

export function createLive({ database, log, isolatesRequests = false, ...deps }: LiveDeps): Live {
  const limits = { ...LIMITS, ...(isolatesRequests && ISOLATED_LIMITS), ...deps.limits }
  const newHub = () => createHub({ database, log, limits })
  const shared = isolatesRequests ? undefined : newHub()
  let isStopped = false

  function start(c: Context<Env>, { uid, lastEventId, assertAllowed }: Listening) {
    const hub = shared ?? newHub()
    let expiry: ReturnType<typeof setTimeout> | undefined
    const listener = createListener({
      uid,
      assertAllowed,
      signal: isolatesRequests ? c.req.raw.signal : undefined,
      onClosed() {
        clearTimeout(expiry)
        hub.remove(listener)
        c.var.onStreamEnd?.()
      },
    })
    if (limits.maxStreamMs) {
      expiry = setTimeout(() => listener.drop('expired'), limits.maxStreamMs)
    }
    follow(hub, listener, { database, lastEventId }).catch((error: unknown) => {
      log.warn('events-not-read', { error: databaseError(error) })
      listener.drop('unavailable')
    })
    return listener
  }

  return {
    async stream(c, listening) {
      if (isStopped) throw new AppError('unavailable', 'The service is stopping.')
      await listening.assertAllowed()
      const headers = {
        ...c.get('headers'),
        ...SSE_HEADERS,
      }
      if (c.req.raw.method === 'HEAD') return new Response(null, { headers })
      return new Response(start(c, listening).body, { headers })
    },

    wake: () => shared?.wake(),

    stop() {
      isStopped = true
      shared?.dropAll('stopping')
    },
  }
}

interface Following {
  database: Database
  lastEventId: number | undefined
}

/** Sends a listener the events it missed, until it is up to date and goes live. */
async function follow(hub: Hub, listener: Listener, { database, lastEventId }: Following) {
  await hub.add(listener)
  const now = await hub.position()
  const ids = lastEventId === undefined ? undefined : await eventIds(database)
  const isKnown =
    lastEventId !== undefined && ids && lastEventId >= ids.first - 1 && lastEventId <= ids.last
  listener.position = isKnown ? lastEventId : now
  if (ids && !isKnown) listener.write(encodeEvent('resync', { type: 'resync' }, now))
  if (!isKnown) await replayUnfinishedAnswers(listener, database)

  while (listener.isOpen() && !hub.goLive(listener)) {
    await catchUp(listener, database, await hub.position())
  }
  const { position } = listener
  listener.write(encodeEvent('ready', { type: 'ready' }, position))
}

async function catchUp(listener: Listener, database: Database, upTo: number) {
  const { uid } = listener
  const { rows, position } = await nextEventsOf(database, uid, { after: listener.position, upTo })
  for (const { bytes } of await describeEvents(database, rows)) listener.write(bytes)
  listener.position = position
  await listener.drained()
}

/** Sends the events so far of answers that are being written. */
async function replayUnfinishedAnswers(listener: Listener, database: Database) {
  const extent: Extent = { after: 0, upTo: listener.position }
  while (listener.isOpen()) {
    const rows = await unfinishedAnswers(database, listener.uid, extent)
    if (rows.length === 0) return
    for (const { bytes } of await describeEvents(database, rows)) listener.write(bytes)
    extent.after = rows.at(-1)?.event.id ?? extent.upTo
    await listener.drained()
  }
}
