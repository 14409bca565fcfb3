import type { Redis } from 'ioredis'
import type { SharedAnswers } from './shared-answers.ts'

/** Of two pauses the longer one lasts. */
const PAUSE = `
  if tonumber(redis.call('get', KEYS[1]) or 0) < tonumber(ARGV[1]) then
    redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  end`

interface AnswersOptions {
  prefix: string
  /** Stands for the account of the upstream. */
  upstream: string
  now(): Date
  /** Called with the error of a command. */
  failed(error: unknown): void
}

/** The answers of one account of an upstream. */
export function redisAnswers(redis: Redis, options: AnswersOptions): SharedAnswers {
  const { prefix, upstream, now, failed } = options
  const pauseKey = `${prefix}pause:${upstream}`
  const answerKey = (key: string) => `${prefix}answer:${upstream}:${key}`

  return {
    async read(key) {
      try {
        const [answer, pause] = await redis.mget(answerKey(key), pauseKey)
        const until = Number(pause ?? Number.NaN)
        return {
          ...(answer != null && { answer }),
          ...(Number.isFinite(until) && { pausedUntilMs: until }),
        }
      } catch (error) {
        failed(error)
        return {}
      }
    },

    write(key, answer, lifetimeMs) {
      redis.set(answerKey(key), answer, 'PX', Math.ceil(lifetimeMs)).catch(failed)
    },

    pause(untilMs) {
      const lastsMs = Math.ceil(untilMs - now().getTime())
      if (lastsMs > 0) redis.eval(PAUSE, 1, pauseKey, Math.ceil(untilMs), lastsMs).catch(failed)
    },
  }
}
