import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import type { Script, SharedState } from '../state/shared-state.ts'
import { type Limiter, type LimiterResult, MINUTE_MS, memoryLimiter } from './limiter.ts'

interface LimiterOptions {
  /** Names what is counted, for other processes. */
  name: string
  perMinute: number
  clock(): number
  maxCallers?: number
  shared: SharedState | undefined
}

export interface PeekingLimiter extends Limiter {
  take(key: string): Required<LimiterResult> | Promise<Required<LimiterResult>>
  /** The state of a caller as this process knows it, without counting a call. */
  peek(key: string): Required<LimiterResult>
}

type Taken = readonly [taken: number, resetMs: number]

const TAKE: Script<Taken> = {
  lua: `
    local taken = redis.call('incr', KEYS[1])
    if taken == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
    return {taken, redis.call('pttl', KEYS[1])}`,
  reply: z.tuple([z.number(), z.number().min(0)]).readonly(),
}

const Exhausted = z.tuple([z.string(), z.number(), z.number()])

/**
 * Counts in all processes together. Each also counts what it has seen, and never admits more than that
 * allows: without the others it continues from there. A caller at the limit is rejected without asking,
 * and all processes are told of one.
 */
export function createLimiter({ name, shared, ...options }: LimiterOptions): PeekingLimiter {
  const { perMinute } = options
  const own = memoryLimiter(options)
  if (!shared) return own
  const channel = `limit:${name}`

  shared.subscribe(channel, (message = '') => {
    const { success, data } = Exhausted.safeParse(tryParseJson(message))
    if (success) own.adopt(data[0], { taken: data[1], resetMs: Math.min(data[2], MINUTE_MS) })
  })

  return {
    peek: own.peek,

    async take(key) {
      const counted = own.take(key)
      if (!counted.isAdmitted) return counted
      const adopt = ([taken, resetMs]: Taken) => {
        if (taken === perMinute) shared.publish(channel, JSON.stringify([key, taken, resetMs]))
        return own.adopt(key, { taken, resetMs })
      }
      const reply = await shared.run(TAKE, [`${channel}:${key}`], [MINUTE_MS], adopt)
      return reply ? adopt(reply) : counted
    },
  }
}
