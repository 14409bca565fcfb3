import * as z from 'zod'
import { onAbort } from '../../core/abort.ts'
import { tryParseJson } from '../../core/json.ts'
import type { Script, SharedState } from '../../state/shared-state.ts'
import { fromRemoteAnswer, RemoteAnswer, toRemoteAnswer } from '../call-policy/remote-source.ts'
import { LaunchesPage } from '../source.ts'
import { type Load, type SharedAnswers, type SharedLoad, STALE_MS } from './source-cache.ts'

/** The lock of a process that has died is free after this. */
const LOCK_MS = 3_000
const RENEWAL_MS = 1_000

/** A process that waits for another asks again after this, in case that it has died. */
const ASK_AGAIN_MS = 500

const CHANNEL = 'loaded'

const READ: Script<string | null> = {
  lua: `return redis.call('hget', KEYS[1], 'answer')`,
  reply: z.string().nullable(),
}

const CLAIM: Script<readonly ['newer' | 'claimed' | 'taken', string]> = {
  lua: `
    local asOf = redis.call('hget', KEYS[1], 'asOf')
    if asOf and asOf > ARGV[1] then return {'newer', redis.call('hget', KEYS[1], 'answer')} end
    local isClaimed = redis.call('set', KEYS[2], ARGV[2], 'nx', 'px', ARGV[3])
    return {isClaimed and 'claimed' or 'taken', ''}`,
  reply: z.tuple([z.enum(['newer', 'claimed', 'taken']), z.string()]).readonly(),
}

const RENEW: Script<unknown> = {
  lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`,
  reply: z.unknown(),
}

const RELEASE: Script<unknown> = {
  lua: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`,
  reply: z.unknown(),
}

const SET: Script<unknown> = {
  lua: `
    local asOf = redis.call('hget', KEYS[1], 'asOf')
    if asOf and asOf > ARGV[1] then return end
    redis.call('hset', KEYS[1], 'asOf', ARGV[1], 'answer', ARGV[2])
    redis.call('pexpire', KEYS[1], ARGV[3])`,
  reply: z.unknown(),
}

const Message = z.object({ key: z.string(), answer: RemoteAnswer.optional() })

type Listener = (answer: RemoteAnswer | undefined) => void

/**
 * Answers in Redis. Of all processes that need the same one, the holder of a lock loads it and tells the
 * others, its failure as well. If the holder dies, another takes its place.
 */
export function redisAnswers(shared: SharedState): SharedAnswers {
  const waiting = new Map<string, Set<Listener>>()

  shared.subscribe(CHANNEL, (message = '') => {
    const { data } = Message.safeParse(tryParseJson(message))
    if (!data) return
    for (const listener of waiting.get(data.key) ?? []) listener(data.answer)
  })

  const set = async (key: string, answer: LaunchesPage) => {
    await shared.run(SET, [answerKey(key)], [answer.asOf, JSON.stringify(answer), STALE_MS])
  }

  /** What the process that loads the answer says of it: nothing if it says nothing in time. */
  function listen(key: string) {
    const listeners = waiting.get(key) ?? new Set()
    waiting.set(key, listeners)
    let listener: Listener = () => {}
    const told = new Promise<RemoteAnswer | undefined>((resolve) => {
      listener = resolve
    })
    listeners.add(listener)
    const stop = () => {
      listeners.delete(listener)
      if (listeners.size === 0 && waiting.get(key) === listeners) waiting.delete(key)
    }
    const inTime = (signal: AbortSignal) => {
      const timer = setTimeout(listener, ASK_AGAIN_MS)
      const unsubscribe = onAbort(signal, () => listener(undefined))
      return told.finally(() => {
        clearTimeout(timer)
        unsubscribe()
      })
    }
    return { inTime, stop }
  }

  async function loadAsHolder(key: string, token: string, load: Load, signal: AbortSignal) {
    const lock = [lockKey(key)]
    const renewal = setInterval(() => void shared.run(RENEW, lock, [token, LOCK_MS]), RENEWAL_MS)
    let answer: RemoteAnswer | undefined
    const finish = async () => {
      clearInterval(renewal)
      if (answer && 'result' in answer) await set(key, answer.result)
      await shared.run(RELEASE, lock, [token])
      // A load that its readers have left says nothing about the upstream.
      const message = { key, answer: signal.aborted ? undefined : answer }
      shared.publish(CHANNEL, JSON.stringify(message))
    }
    try {
      const loading = load(signal)
      answer = await toRemoteAnswer(loading)
      return await loading
    } finally {
      void finish()
    }
  }

  /** Nothing if another process was to load the answer, and has not. */
  async function loadOnce(key: string, load: Load, { newerThan = '', signal }: SharedLoad) {
    const token = crypto.randomUUID()
    const holder = listen(key)
    try {
      const keys = [answerKey(key), lockKey(key)]
      const reply = await shared.run(CLAIM, keys, [newerThan, token, LOCK_MS])
      const [claim, text] = reply ?? []
      if (claim === 'claimed') return await loadAsHolder(key, token, load, signal)
      if (claim !== 'taken') return parsed(text) ?? (await load(signal))
      const answer = await holder.inTime(signal)
      return answer && fromRemoteAnswer(answer)
    } finally {
      holder.stop()
    }
  }

  return {
    async get(key) {
      return parsed(await shared.run(READ, [answerKey(key)], []))
    },

    set,

    async load(key, load, options) {
      for (;;) {
        options.signal.throwIfAborted()
        const answer = await loadOnce(key, load, options)
        if (answer) return answer
      }
    },
  }
}

function parsed(text: string | null | undefined) {
  return text ? LaunchesPage.safeParse(tryParseJson(text)).data : undefined
}

/** Both are on the same node of a cluster. */
function answerKey(key: string) {
  return `answer:{${encodeURIComponent(key)}}`
}

function lockKey(key: string) {
  return `lock:{${encodeURIComponent(key)}}`
}
