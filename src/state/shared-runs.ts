import * as z from 'zod'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { createPause } from '../core/pause.ts'
import {
  createResumableRuns,
  HELD_MS,
  type HeldRun,
  type ResumableRun,
  type ResumableRuns,
  RunFacts,
} from './resumable-runs.ts'
import { follow, notHeld } from './run-log.ts'
import type { Script, SharedState } from './shared-state.ts'

/** What is shared of a run is lost so long after its process. */
const LEASE_MS = 30_000
const RENEWAL_MS = 10_000
const RETRY_MS = 1_000
/** A reader waits no longer for a run that is not there. */
const MAX_MISSING_MS = 10_000
/** A run takes no longer. */
const MAX_CHAT_MS = 300_000

/** Tells the process that holds a run what others want of it. */
const WISHES = 'runs'

const SharedFacts = RunFacts.extend({
  /** The number of the last event, once the run has ended. */
  last: z.number().optional(),
})

type SharedFacts = z.infer<typeof SharedFacts>

/**
 * The runs of all processes. Each process holds its own runs, and copies their events to a stream of the
 * shared state, from which the others read. While the state is away, each has its own.
 */
export function sharedRuns(state: SharedState, { log }: { log: Log }): ResumableRuns {
  const own = createResumableRuns({ log })
  const copying = new Set<Promise<void>>()

  state.subscribe(WISHES, (message = '') => {
    const [wish, runId = ''] = message.split(' ')
    const run = own.held(runId)
    if (wish === 'stop') void run?.stop()
    if (wish === 'read') run?.touch()
  })

  /** Copies the events of a run. What the state has lost of them is copied again. */
  async function copy(run: HeldRun) {
    const pause = createPause()
    run.log.onChange(pause.end)
    let copied = await copyAfter(run, 0)
    while (!copied.isEnd && own.held(run.runId)) {
      await pause.wait(copied.pauseMs)
      copied = await copyAfter(run, copied.newest)
    }
  }

  /** Copies the next events, and says up to which they are shared and when to continue. */
  async function copyAfter({ runId, facts, log: events }: HeldRun, after: number) {
    const { oldest } = events.extent()
    const start = Math.max(after, oldest - 1)
    const next = events.next(start)
    const last = next.isEnd ? start + next.events.length : undefined
    const newest = await state.run(COPY, keysOf(runId), [
      JSON.stringify({ ...facts, last } satisfies SharedFacts),
      next.isEnd ? HELD_MS : LEASE_MS,
      oldest,
      start,
      ...next.events,
    ])
    if (newest === undefined) return { newest: after, isEnd: false, pauseMs: RETRY_MS }
    state.publish(runId, '')
    const isComplete = newest === events.extent().newest
    return { newest, isEnd: newest === last, pauseMs: isComplete ? RENEWAL_MS : 0 }
  }

  /** The newest run of a chat replaces the one before, wherever that runs. */
  async function takeChat(chatId: string, { runId, facts }: HeldRun) {
    const before = await state.run(SET, [chatKey(chatId, facts.caller)], [runId, MAX_CHAT_MS])
    if (before) state.publish(WISHES, `stop ${before}`)
  }

  /** @throws AppError `unavailable` if it cannot be known whether there is such a run */
  async function findShared(runId: string): Promise<ResumableRun | undefined> {
    const text = await state.run(GET, keysOf(runId).slice(1), [])
    if (text === undefined) throw unreachable()
    if (text === null) return undefined
    const facts = SharedFacts.parse(JSON.parse(text))
    return {
      runId,
      facts,
      hasMore: (after) => facts.last === undefined || after < facts.last,
      read: (after, signal) => read(runId, after, signal),
      stop: async () => state.publish(WISHES, `stop ${runId}`),
    }
  }

  async function* read(runId: string, after: number, signal: AbortSignal) {
    const keepReading = () => state.publish(WISHES, `read ${runId}`)
    const renewal = setInterval(keepReading, RENEWAL_MS)
    keepReading()
    try {
      yield* follow(eventsOf(runId), after, signal)
    } finally {
      keepReading()
      clearInterval(renewal)
    }
  }

  function eventsOf(runId: string) {
    let missingSinceMs: number | undefined
    return {
      onChange: (listener: () => void) => state.subscribe(runId, listener),
      async next(after: number) {
        const [text, entries] = (await state.run(READ, keysOf(runId), [after + 1])) ?? []
        if (text && entries) {
          missingSinceMs = undefined
          return nextOf(SharedFacts.parse(JSON.parse(text)), entries, after)
        }
        // Its process copies it again after the state was away.
        missingSinceMs ??= performance.now()
        if (performance.now() - missingSinceMs > MAX_MISSING_MS) throw unreachable()
        return { events: [], isEnd: false }
      },
    }
  }

  return {
    start(run) {
      const held = own.start(run)
      if (!held) return undefined
      const { runId, facts } = held
      if (facts.chatId !== undefined) void takeChat(facts.chatId, held)
      const copied = copy(held)
        // The run has failed, or has had more events than are held.
        .catch((error) => log.warn('run-not-shared', { runId, error }))
        .finally(() => copying.delete(copied))
      copying.add(copied)
      return held
    },

    async find(runId, caller) {
      const run = own.held(runId) ?? (await findShared(runId))
      return run?.facts.caller === caller ? run : undefined
    },

    async findActive(chatId, caller) {
      const runId = await state.run(GET, [chatKey(chatId, caller)], [])
      const shared = runId ? (own.held(runId) ?? (await findShared(runId))) : undefined
      // One that has ended has none after the last.
      if (shared?.facts.caller === caller && shared?.hasMore(Number.POSITIVE_INFINITY))
        return shared
      return own.findActive(chatId, caller)
    },

    async shared() {
      await Promise.all(copying)
    },
  }
}

function nextOf({ last }: SharedFacts, entries: readonly Entry[], after: number) {
  if (entries[0] && entries[0].number > after + 1) throw notHeld()
  const isEnd = last !== undefined && after + entries.length >= last
  return { events: entries.map(({ event }) => event), isEnd }
}

function unreachable() {
  const message = 'Runs of other processes cannot be reached at the moment.'
  return new AppError('unavailable', message, { retryAfterMs: RETRY_MS })
}

/** The stream of a run, and its facts. */
const keysOf = (runId: string) => [`run:{${runId}}`, `run-facts:{${runId}}`]

const chatKey = (chatId: string, caller = '') => `run-of-chat:${JSON.stringify([caller, chatId])}`

/** Returns the number of the newest event that is there. Events after a gap are left out. */
const COPY: Script<number> = {
  lua: `
    local facts, lifetime, oldest, after = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
    redis.call('set', KEYS[2], facts, 'px', lifetime)
    local entry = redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)[1]
    local newest = math.max(entry and tonumber(string.match(entry[1], '^%d+')) or 0, oldest - 1)
    if newest >= after then
      for number = newest + 1, after + #ARGV - 4 do
        local event = ARGV[number - after + 4]
        redis.call('xadd', KEYS[1], 'minid', oldest .. '-0', number .. '-0', 'event', event)
        newest = number
      end
    end
    redis.call('pexpire', KEYS[1], lifetime)
    return newest`,
  reply: z.number(),
}

const Entry = z
  .tuple([z.string(), z.tuple([z.literal('event'), z.string()])])
  .transform(([id, [, event]]) => ({ number: Number.parseInt(id, 10), event }))

type Entry = z.infer<typeof Entry>

const READ: Script<[string | null, Entry[]]> = {
  lua: `
    local events = redis.call('xrange', KEYS[1], ARGV[1] .. '-0', '+', 'count', 64)
    return {redis.call('get', KEYS[2]), events}`,
  reply: z.tuple([z.string().nullable(), z.array(Entry)]),
}

const GET: Script<string | null> = {
  lua: `return redis.call('get', KEYS[1])`,
  reply: z.string().nullable(),
}

/** Returns what was there before. */
const SET: Script<string | null> = {
  lua: `return redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2], 'get')`,
  reply: z.string().nullable(),
}
