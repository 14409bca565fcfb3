import type { Redis } from 'ioredis'
import * as z from 'zod'
import type { SharedState } from './shared-state.ts'

/** The reply to a call, or undefined if there is none in time. */
export type Ask = <Reply>(reply: Promise<Reply>) => Promise<Reply | undefined>

/** A key without an expiry gets one, whichever process wrote it. */
const COUNT = `
  local counts = {}
  for at, key in ipairs(KEYS) do
    local taken = redis.call('incr', key)
    local left = redis.call('pttl', key)
    if left < 0 then
      left = tonumber(ARGV[1])
      redis.call('pexpire', key, left)
    end
    counts[at] = {taken, left}
  end
  return counts`

/** Goes by the server's clock: the processes' clocks differ. */
const HOLD = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('zremrangebyscore', KEYS[1], '-inf', now)
  for at = 3, #ARGV do
    local isNew = not redis.call('zscore', KEYS[1], ARGV[at])
    if isNew and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
    redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[at])
  end
  redis.call('pexpire', KEYS[1], ARGV[2])
  return 1`

const Counts = z.array(
  z.tuple([z.number(), z.number()]).transform(([taken, leftMs]) => ({ taken, leftMs })),
)

/** The limits that processes share. */
export function redisLimits(
  redis: Redis,
  { prefix, ask }: { prefix: string; ask: Ask },
): Pick<SharedState, 'count' | 'hold' | 'release'> {
  const placesKey = (key: string) => `${prefix}open:${key}`

  return {
    async count(keys, periodMs) {
      const names = keys.map((key) => `${prefix}limit:${key}`)
      const reply = await ask(redis.eval(COUNT, keys.length, ...names, periodMs))
      return Counts.safeParse(reply).data
    },

    async hold(key, ids, { max, forMs }) {
      const reply = await ask(redis.eval(HOLD, 1, placesKey(key), max, forMs, ...ids))
      return reply === undefined ? undefined : reply === 1
    },

    release(key, id) {
      void ask(redis.zrem(placesKey(key), id))
    },
  }
}
