import type { Redis } from 'ioredis'
import type { Ask } from './redis-limits.node.ts'
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
  ask: Ask
}

/** The answers of one account of an upstream. */
export function redisAnswers(redis: Redis, options: AnswersOptions): SharedAnswers {
  const { prefix, upstream, now, ask } = options
  const pauseKey = `${prefix}pause:${upstream}`
  const answerKey = (key: string) => `${prefix}answer:${upstream}:${key}`

  return {
    async read(key) {
      const [answer, pause] = (await ask(redis.mget(answerKey(key), pauseKey))) ?? []
      return { ...(answer && { answer }), ...(pause && { pausedUntilMs: Number(pause) }) }
    },

    write(key, answer, lifetimeMs) {
      void ask(redis.set(answerKey(key), answer, 'PX', Math.ceil(lifetimeMs)))
    },

    pause(untilMs) {
      const lastsMs = Math.ceil(untilMs - now().getTime())
      if (lastsMs > 0) void ask(redis.eval(PAUSE, 1, pauseKey, Math.ceil(untilMs), lastsMs))
    },
  }
}
