import type { DropReason, Listener } from '../../core/live-listener.ts'
import type { Log } from '../../core/log.ts'
import { createPause } from '../../core/pause.ts'
import { SSE_KEEP_ALIVE } from '../../core/sse.ts'
import type { Database } from '../../storage/database.ts'
import { databaseError } from '../../storage/database-error.ts'
import { readConversationKey } from '../messages/conversation-key.ts'
import { findMembers } from '../people/members.ts'
import { PlatformError } from '../platform-error.ts'
import {
  type EncodedEvent,
  encodeEvents,
  eventIds,
  nextEvents,
  type StoredEvent,
} from './events.ts'

export interface LiveLimits {
  /** Between two polls for events of other processes. */
  paceMs: number
  heartbeatMs: number
  /** How long a client may read nothing while data is waiting, before it is disconnected. */
  stalledMs: number
  /** How long the database may fail before all streams are ended. */
  failingMs: number
  /** How long a stream may last; unlimited if absent. */
  maxStreamMs?: number | undefined
}

interface HubDeps {
  database: Database
  log: Log
  limits: LiveLimits
}

/** A listener on behalf of a user. */
export interface UserListener extends Listener {
  readonly uid: string
  /** Throws a `PlatformError` once the user is no longer allowed to listen. */
  assertAllowed(): Promise<unknown>
}

export type Hub = ReturnType<typeof createHub>

/**
 * Reads events once for all listeners, and sends each to those who may see it. While there are
 * listeners it polls the database, because processes do not notify each other; `wake` makes it poll
 * at once.
 */
export function createHub({ database, log, limits }: HubDeps) {
  const listeners = new Map<string, Set<UserListener>>()
  let started: Promise<void> | undefined
  let last = 0
  let delivering: Promise<unknown> = Promise.resolve()
  let heartbeat: ReturnType<typeof setInterval> | undefined
  const checkAll = allowanceChecks()
  const pace = createPause()

  /** Starts polling from the latest event. New listeners wait for it. */
  async function start() {
    try {
      last = (await eventIds(database)).last
      void run()
    } catch (error) {
      started = undefined
      throw error
    }
  }

  async function run() {
    let failingSinceMs: number | undefined
    while (listeners.size > 0) {
      try {
        const delivery = deliverNext()
        delivering = delivery.catch(() => {})
        const isMore = await delivery
        failingSinceMs = undefined
        if (isMore) continue
      } catch (error) {
        failingSinceMs ??= performance.now()
        log.warn('events-not-read', { error: databaseError(error) })
        if (performance.now() - failingSinceMs >= limits.failingMs) dropAll(all(), 'unavailable')
      }
      await pace.wait(limits.paceMs)
    }
    started = undefined
  }

  /** Resolves with whether there were events. */
  async function deliverNext() {
    const stored = await nextEvents(database, last)
    const newest = stored.at(-1)?.event.id
    if (newest === undefined) return false
    const { audience, encoded } = await visibleEvents(stored, listeners, database)
    // No await from here on, so that no listener goes live in the middle of it.
    for (const event of encoded) {
      for (const uid of audience.get(event.conversationKey) ?? [])
        sendTo(listeners.get(uid) ?? [], uid, event)
    }
    last = newest
    return true
  }

  function sendHeartbeats() {
    for (const listener of all()) listener.beat(SSE_KEEP_ALIVE, limits.stalledMs)
    void checkAll(all())
  }

  const all = () => [...listeners.values()].flatMap((ofUser) => [...ofUser])

  return {
    /** The id of the last event that was sent to live listeners. */
    async position() {
      started ??= start()
      await started
      return last
    },

    /**
     * Adds a listener. It is sent events once it is live: it first has to read everything up to the
     * hub's position itself, and then call `goLive`.
     */
    async add(listener: UserListener) {
      addTo(listeners, listener.uid, listener)
      heartbeat ??= setInterval(sendHeartbeats, limits.heartbeatMs)
      // A delivery in progress does not include this user yet.
      await delivering
    },

    remove(listener: UserListener) {
      const ofUser = listeners.get(listener.uid)
      ofUser?.delete(listener)
      if (ofUser?.size === 0) listeners.delete(listener.uid)
      if (listeners.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
      pace.end()
    },

    /** Makes a listener live if it is up to date; returns whether it is. */
    goLive(listener: UserListener) {
      listener.isLive = listener.position >= last
      return listener.isLive
    },

    wake: pace.end,
    dropAll: (reason: DropReason) => dropAll(all(), reason),
  }
}

function dropAll(listeners: readonly UserListener[], reason: DropReason) {
  for (const listener of listeners) listener.drop(reason)
}

/** Drops listeners that are no longer allowed. Database errors are handled by the polling. */
function allowanceChecks() {
  let isChecking = false
  return async function checkAll(listeners: readonly UserListener[]) {
    if (isChecking) return
    isChecking = true
    for (const listener of listeners) {
      await listener.assertAllowed().catch((error: unknown) => {
        if (error instanceof PlatformError) listener.drop('not-allowed')
      })
    }
    isChecking = false
  }
}

/** The events that some listener may see, encoded once for all, and who may. */
async function visibleEvents(
  stored: readonly StoredEvent[],
  listeners: Listeners,
  database: Database,
) {
  const audience = await audienceOf(stored, listeners, database)
  const visible = stored.filter(({ event }) => audience.has(event.conversationKey))
  const encoded = await encodeEvents(database, visible)
  return { audience, encoded }
}

type Listeners = ReadonlyMap<string, ReadonlySet<UserListener>>

function sendTo(
  listeners: Iterable<UserListener>,
  uid: string,
  { id, visibleTo, bytes }: EncodedEvent,
) {
  if (visibleTo !== null && visibleTo !== uid) return
  for (const listener of listeners) {
    if (!listener.isLive || id <= listener.position) continue
    listener.position = id
    listener.write(bytes)
  }
}

/** The listening users who may currently see each conversation. */
async function audienceOf(
  stored: readonly StoredEvent[],
  listeners: Listeners,
  database: Database,
) {
  const audience = new Map<string, Set<string>>()
  const guids = new Set<string>()
  for (const { event } of stored) {
    const parties = readConversationKey(event.conversationKey)
    if ('guid' in parties) guids.add(parties.guid)
    else {
      const present = parties.uids.filter((uid) => listeners.has(uid))
      for (const uid of present) addTo(audience, event.conversationKey, uid)
    }
  }
  if (guids.size === 0) return audience
  const members = await findMembers(database, guids, listeners.keys())
  for (const { guid, uid } of members) addTo(audience, `group/${guid}`, uid)
  return audience
}

function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
