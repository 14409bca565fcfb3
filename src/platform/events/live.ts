import type { Context } from 'hono'
import * as z from 'zod'
import { digest } from '../../access/digest.ts'
import { AppError } from '../../core/error.ts'
import { createListener } from '../../core/live-listener.ts'
import type { Log } from '../../core/log.ts'
import { encodeEvent, SSE_HEADERS } from '../../core/sse.ts'
import type { Env } from '../../http/env.ts'
import type { SharedMessages } from '../../state/shared-state.ts'
import type { Database } from '../../storage/database.ts'
import { databaseError } from '../../storage/database-error.ts'
import { findTokenUser } from '../access/auth-tokens.ts'
import { tokenUnknown } from '../access/authenticate.ts'
import { platformOperation } from '../operation.ts'
import { findUser } from '../people/users.ts'
import type { Store } from '../store.ts'
import { encodeEvents, eventIds, nextEventsOf, unfinishedAnswers } from './events.ts'
import { createHub, type Hub, type LiveLimits, type UserListener } from './hub.ts'

const LIMITS: LiveLimits = {
  paceMs: 1_000,
  // A silence may be twice as long: 15 seconds are promised.
  heartbeatMs: 7_500,
  stalledMs: 30_000,
  failingMs: 30_000,
}

/** The channel on which processes say that there are new ones, with an id of theirs. */
const NEW_EVENTS = 'events'

/**
 * On Workers, requests cannot share I/O objects, so each listener polls by itself. The number of
 * queries per request is limited, so streams end after a while and clients reconnect.
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests
 */
const ISOLATED_LIMITS = { failingMs: 0, maxStreamMs: 240_000 }

const Resumption = z.object({
  'last-event-id': z
    .string()
    .regex(/^(\d{1,15})?$/, 'must be the id of an event')
    .optional()
    .describe('The id of the last event received. The events after it are sent first.'),
})

/** The live events of a user's conversations. */
export function eventOperations({ live, ...store }: Store & { live: Live }) {
  return [
    platformOperation('listenToEvents', 'get', '/v3/events', {
      summary: "The live events of a user's conversations",
      onBehalfOf: 'required',
      headers: Resumption,
      events: 'Server-sent events, without an end.',
      async handle({ user: uid, headers: { 'last-event-id': last } }, c) {
        const authToken = c.req.header('authToken')
        const hash = authToken === undefined ? undefined : await digest(authToken)
        return live.stream(c, {
          uid,
          lastEventId: last ? Number(last) : undefined,
          async assertAllowed() {
            await findUser(store.database, uid)
            if (hash !== undefined && (await findTokenUser(hash, store)) !== uid)
              throw tokenUnknown()
          },
        })
      },
    }),
  ]
}

interface LiveDeps {
  database: Database
  log: Log
  limits?: Partial<LiveLimits> | undefined
  /** Whether requests share nothing but the database. */
  isolatesRequests?: boolean | undefined
  state?: SharedMessages | undefined
}

interface Listening {
  uid: string
  lastEventId: number | undefined
  /** Called regularly: throws a `PlatformError` once the user is no longer allowed to listen. */
  assertAllowed(): Promise<unknown>
}

export type Live = ReturnType<typeof createLive>

/** The live events of users' conversations. */
export function createLive({ database, log, isolatesRequests = false, ...deps }: LiveDeps) {
  const { state } = deps
  const limits = {
    ...LIMITS,
    ...(isolatesRequests && ISOLATED_LIMITS),
    ...deps.limits,
  }
  const newHub = () => createHub({ database, log, limits })
  const processHub = isolatesRequests ? undefined : newHub()
  const processId = crypto.randomUUID()
  let isStopped = false

  state?.subscribe(NEW_EVENTS, (from) => {
    if (from !== processId) processHub?.wake()
  })

  function listen(c: Context<Env>, { uid, lastEventId, assertAllowed }: Listening) {
    const hub = processHub ?? newHub()
    // The stream outlives the request, whose context would take memory.
    const { onStreamEnd } = c.var
    const stream = createListener({
      signal: isolatesRequests ? c.req.raw.signal : undefined,
      maxStreamMs: limits.maxStreamMs,
      onClosed() {
        hub.remove(listener)
        onStreamEnd?.()
      },
    })
    const listener = Object.assign(stream, { uid, assertAllowed })
    follow(hub, listener, lastEventId, database).catch((error: unknown) => {
      log.warn('events-not-read', { error: databaseError(error) })
      listener.drop('unavailable')
    })
    return listener
  }

  return {
    /**
     * Streams the events that a user may see, after `lastEventId` or from now on. Whether the user
     * is allowed to listen is checked first, and with each heartbeat.
     */
    async stream(c: Context<Env>, listening: Listening): Promise<Response> {
      if (isStopped) throw new AppError('unavailable', 'The service is stopping.')
      await listening.assertAllowed()
      const headers = { ...c.get('headers'), ...SSE_HEADERS }
      if (c.req.raw.method === 'HEAD') return new Response(null, { headers })
      return new Response(listen(c, listening).body, { headers })
    },

    /** To be called when there may be new events. */
    wake() {
      processHub?.wake()
      state?.publish(NEW_EVENTS, processId)
    },

    /** Ends all streams, and rejects new ones. */
    stop() {
      isStopped = true
      processHub?.dropAll('stopping')
    },
  }
}

/** Sends a listener the events it missed, until it is up to date and goes live. */
async function follow(
  hub: Hub,
  listener: UserListener,
  lastEventId: number | undefined,
  database: Database,
) {
  await hub.add(listener)
  const now = await hub.position()
  const ids = lastEventId === undefined ? undefined : await eventIds(database)
  const isKnown =
    lastEventId !== undefined && ids && lastEventId >= ids.first - 1 && lastEventId <= ids.last
  listener.position = isKnown ? lastEventId : now
  if (ids && !isKnown) listener.write(encodeEvent('resync', { type: 'resync' }, now))
  if (!isKnown) await replayUnfinishedAnswers(listener, database)

  while (listener.isOpen() && !hub.goLive(listener)) {
    const extent = { after: listener.position, upTo: await hub.position() }
    const { rows, position } = await nextEventsOf(database, listener.uid, extent)
    for (const { bytes } of await encodeEvents(database, rows)) listener.write(bytes)
    listener.position = position
    await listener.drained()
  }
  const { position } = listener
  listener.write(encodeEvent('ready', { type: 'ready' }, position))
}

/** Sends the events so far of answers that are being written. */
async function replayUnfinishedAnswers(listener: UserListener, database: Database) {
  const upTo = listener.position
  for (let after = 0; listener.isOpen(); ) {
    const rows = await unfinishedAnswers(database, listener.uid, { after, upTo })
    if (rows.length === 0) return
    for (const { bytes } of await encodeEvents(database, rows)) listener.write(bytes)
    after = rows.at(-1)?.event.id ?? upTo
    await listener.drained()
  }
}
