import * as z from 'zod'
import type { Script, SharedState } from '../state/shared-state.ts'

/** Counts what is open at once, such as streams. */
export interface Leases {
  /** Counts one more for the key until the returned function is called. Undefined at the limit. */
  take(key: string, max: number): Promise<(() => void) | undefined>
}

/** The leases of a process that has died end after this. */
const LEASE_MS = 30_000
const RENEWAL_MS = 10_000

const NOW = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

const TAKE: Script<number> = {
  lua: `${NOW}
    redis.call('zremrangebyscore', KEYS[1], '-inf', now)
    if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
    redis.call('zadd', KEYS[1], now + ARGV[1], ARGV[2])
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 1`,
  reply: z.number(),
}

const RENEW: Script<unknown> = {
  lua: `${NOW}
    for i = 2, #ARGV do redis.call('zadd', KEYS[1], now + ARGV[1], ARGV[i]) end
    redis.call('pexpire', KEYS[1], ARGV[1])`,
  reply: z.unknown(),
}

const END: Script<unknown> = {
  lua: `redis.call('zrem', KEYS[1], ARGV[1])`,
  reply: z.unknown(),
}

/**
 * Counts in this process, and in all of them together while the state that they share is there. What was
 * begun without it is counted with the next renewal.
 */
export function createLeases(name: string, shared?: SharedState): Leases {
  const open = new Map<string, Set<string>>()
  const sharedKey = (key: string) => [`open:${name}:${key}`]
  let renewal: ReturnType<typeof setInterval> | undefined

  const renew = () => {
    for (const [key, ids] of open) void shared?.run(RENEW, sharedKey(key), [LEASE_MS, ...ids])
  }

  const begin = (key: string, ids: Set<string>, id: string) => {
    open.set(key, ids.add(id))
    if (shared) renewal ??= setInterval(renew, RENEWAL_MS)
  }

  const end = (key: string, ids: Set<string>, id: string) => {
    if (!ids.delete(id)) return
    void shared?.run(END, sharedKey(key), [id])
    if (ids.size > 0) return
    open.delete(key)
    if (open.size > 0) return
    clearInterval(renewal)
    renewal = undefined
  }

  return {
    async take(key, max) {
      const ids = open.get(key) ?? new Set()
      if (ids.size >= max) return undefined
      const id = crypto.randomUUID()
      begin(key, ids, id)
      const hasRoom = await shared?.run(TAKE, sharedKey(key), [LEASE_MS, id, max])
      const release = () => end(key, ids, id)
      if (hasRoom !== 0) return release
      release()
      return undefined
    },
  }
}
