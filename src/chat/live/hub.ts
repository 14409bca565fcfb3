import type { Log } from '../../core/log.ts'
import { findMembers } from '../group/member.ts'
import { readConversationKey } from '../message/conversation-key.ts'
import { PlatformError } from '../platform-error.ts'
import type { Database } from '../storage/database.ts'
import { databaseError } from '../storage/database-error.ts'
import { describeEvents, type EncodedEvent, HEARTBEAT } from './describe-events.ts'
import type { DropReason, Listener } from './listener.ts'
import { eventIds, nextEvents, type StoredEvent } from './read-events.ts'

export interface LiveLimits {
  /** Between two looks for events of other processes. */
  paceMs: number
  heartbeatMs: number
  /** How long a reader may take nothing, while something waits for it, before it counts as gone. */
  stalledMs: number
  /** How long the database may fail before everybody is sent away. */
  failingMs: number
  /** Of one user at a time. Each process counts for itself. */
  maxStreams: number
  /** How long a stream may last, where there is an end to it. */
  maxStreamMs?: number | undefined
}

interface HubDeps {
  database: Database
  log: Log
  limits: LiveLimits
}

/**
 * Reads events once for all listeners, and gives each to those who may see it. While somebody
 * listens it asks the database at a pace, because processes do not notify each other, and at once
 * when it is woken.
 */
export interface Hub {
  /** The event up to which everything has been given to those who are live. */
  position(): Promise<number>
  /**
   * Takes a listener in. It is given events from when it is live, which it may say once it has read
   * all up to the hub's position by itself.
   */
  add(listener: Listener): Promise<void>
  remove(listener: Listener): void
  /** Makes a listener live, if it has everything up to now. */
  goLive(listener: Listener): boolean
  wake(): void
  dropAll(reason: DropReason): void
}

export function createHub({ database, log, limits }: HubDeps): Hub {
  const listeners = new Map<string, Set<Listener>>()
  let begun: Promise<void> | undefined
  let last = 0
  let delivering: Promise<unknown> = Promise.resolve()
  let beating: ReturnType<typeof setInterval> | undefined
  let isChecking = false
  const pace = createPace(limits.paceMs)

  /** Runs while somebody listens. Whoever begins to listen waits until it knows where it is. */
  async function begin() {
    try {
      last = (await eventIds(database)).last
      void run()
    } catch (error) {
      begun = undefined
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
        if (performance.now() - failingSinceMs >= limits.failingMs) dropAll('unavailable')
      }
      await pace.next()
    }
    begun = undefined
  }

  /** Resolves with whether there was anything. */
  async function deliverNext() {
    const stored = await nextEvents(database, last)
    const newest = stored.at(-1)?.event.id
    if (newest === undefined) return false
    const audience = await audienceOf(stored)
    const wanted = stored.filter(({ event }) => audience.has(event.conversationKey))
    const encoded = await describeEvents(database, wanted)
    // From here on nothing waits, so that whoever goes live does so before or after all of it.
    for (const event of encoded) {
      for (const uid of audience.get(event.conversationKey) ?? []) giveTo(uid, event)
    }
    last = newest
    return true
  }

  function giveTo(uid: string, { id, visibleTo, bytes }: EncodedEvent) {
    if (visibleTo !== null && visibleTo !== uid) return
    for (const listener of listeners.get(uid) ?? []) {
      if (!listener.isLive || id <= listener.position) continue
      listener.position = id
      listener.write(bytes)
    }
  }

  /** Of those who listen, who may see each conversation, as of now. */
  async function audienceOf(stored: readonly StoredEvent[]) {
    const audience = new Map<string, Set<string>>()
    const add = (key: string, uid: string) => {
      const uids = audience.get(key) ?? new Set()
      audience.set(key, uids.add(uid))
    }
    const guids = new Set<string>()
    for (const { event } of stored) {
      const parties = readConversationKey(event.conversationKey)
      if ('guid' in parties) guids.add(parties.guid)
      else {
        const present = parties.uids.filter((uid) => listeners.has(uid))
        for (const uid of present) add(event.conversationKey, uid)
      }
    }
    if (guids.size === 0) return audience
    const members = await findMembers(database, guids, listeners.keys())
    for (const { guid, uid } of members) add(`group/${guid}`, uid)
    return audience
  }

  function beat() {
    for (const listener of all()) listener.beat(HEARTBEAT, limits.stalledMs)
    if (!isChecking) void checkAll()
  }

  /** Who may not listen any more is sent away. A database that fails is found out elsewhere. */
  async function checkAll() {
    isChecking = true
    for (const listener of all()) {
      await listener.assertAllowed().catch((error: unknown) => {
        if (error instanceof PlatformError) listener.drop('not-allowed')
      })
    }
    isChecking = false
  }

  const all = () => [...listeners.values()].flatMap((of) => [...of])

  function dropAll(reason: DropReason) {
    for (const listener of all()) listener.drop(reason)
  }

  return {
    async position() {
      begun ??= begin()
      await begun
      return last
    },

    async add(listener) {
      const own = listeners.get(listener.uid) ?? new Set()
      listeners.set(listener.uid, own.add(listener))
      beating ??= setInterval(beat, limits.heartbeatMs)
      // A delivery that is under way does not know of this user yet.
      await delivering
    },

    remove(listener) {
      const own = listeners.get(listener.uid)
      own?.delete(listener)
      if (own?.size === 0) listeners.delete(listener.uid)
      if (listeners.size > 0) return
      clearInterval(beating)
      beating = undefined
      pace.wake()
    },

    goLive(listener) {
      listener.isLive = listener.position >= last
      return listener.isLive
    },

    wake: pace.wake,
    dropAll,
  }
}

/** A pause between two looks, cut short by whoever knows that there is something to see. */
function createPace(paceMs: number) {
  let isWoken = false
  let end = () => {}

  return {
    wake() {
      isWoken = true
      end()
    },

    async next() {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, paceMs)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      end = () => {}
      isWoken = false
    },
  }
}
