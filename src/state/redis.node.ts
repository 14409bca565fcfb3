import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Log } from '../core/log.ts'
import { redisAnswers } from './redis-answers.node.ts'
import {
  connect,
  isReply,
  MAX_CONNECT_MS,
  type RedisServer,
  reasonOf,
  redisOptions,
} from './redis-connection.node.ts'
import { createRedisHealth } from './redis-health.ts'
import { redisLimits } from './redis-limits.node.ts'
import type { SharedState } from './shared-state.ts'

interface RedisState extends SharedState {
  close(): void
}

export interface RedisDeps {
  log: Log
  now(): Date
  maxWaitMs?: number
}

/**
 * A call waits no longer for its reply. The server is then disconnected, so that nobody waits again until
 * it answers.
 */
const MAX_WAIT_MS = 200
/** A start waits no longer for the server. */
const MAX_START_MS = 1_000

/** An idle server is checked, too. */
const CHECK_INTERVAL_MS = 2_000
/** Writes, in a script: a full server and an account without these rights fail. */
const CHECK = `return redis.call('set', KEYS[1], '', 'px', 1000)`

/** What no later attempt would change. */
const UNUSABLE: Readonly<Record<string, string>> = {
  'WRONGPASS (hello)': 'refuses the user name or the password',
  'NOAUTH (hello)': 'refuses the user name or the password',
  'ERR (select)': 'does not have the database of this number',
}

/** The version of a server that lacks what is used, as its `INFO` says. */
export function oldVersion(info: string): string | undefined {
  const [, version, major, minor] = /redis_version:((\d+)\.(\d+)\S*)/.exec(info) ?? []
  return Number(major) + Number(minor) / 10 < 6.2 ? version : undefined
}

/**
 * Connects to Redis or Valkey. Without an answer the service starts all the same.
 *
 * @throws Error if the server refuses the password, does not have the database, or is too old.
 */
export async function redisState(server: RedisServer, deps: RedisDeps): Promise<RedisState> {
  const { log, now, maxWaitMs = MAX_WAIT_MS } = deps
  const prefix = `${server.prefix}:${server.db}:`
  const checkName = `${prefix}check`
  const health = createRedisHealth(deps)
  const messages = new EventEmitter<Record<string, [string]>>()

  const connection = connect(server, maxWaitMs, (reason) =>
    health.failed(reason, { isLapse: true }),
  )
  const { redis, note, inTime } = connection
  const subscriber = subscriberOf(server)
  const channels = () => messages.eventNames().map(String)
  const { check, listen } = createCheck({ connection, subscriber, health, checkName, channels })
  const noteRefusal = refusedCalls({ health, log, check })
  const limits = redisLimits(redis, { prefix, ask })

  redis.on('ready', check)
  subscriber.on('error', note)
  subscriber.on('ready', check)
  subscriber.on('message', (channel, text) => messages.emit(channel, text))
  const checks = setInterval(check, CHECK_INTERVAL_MS).unref()

  /** The reply to a call, or undefined if there is none. */
  async function ask<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
    try {
      return await inTime(reply)
    } catch (error) {
      void noteRefusal(error)
      return undefined
    }
  }

  function close() {
    clearInterval(checks)
    redis.disconnect()
    subscriber.disconnect()
  }

  await firstOf(redis, check)
  const version = redis.status === 'ready' && oldVersion((await ask(redis.info('server'))) ?? '')
  const unusable = version
    ? `is Redis ${version}, and must be 6.2 or later`
    : UNUSABLE[health.status().lastFailure?.reason ?? '']
  if (unusable) {
    close()
    throw new Error(`REDIS_URL: the server ${unusable}.`)
  }

  return {
    ...limits,

    answers: (upstream) => redisAnswers(redis, { prefix, upstream, now, ask }),

    publish(channel, message) {
      void ask(redis.publish(prefix + channel, message))
    },

    subscribe(channel, listener) {
      messages.on(prefix + channel, listener)
      // The next check says why it failed, and tries again.
      listen().catch(() => {})
    },

    status: health.status,

    close,
  }
}

interface CheckDeps {
  connection: ReturnType<typeof connect>
  subscriber: Redis
  health: ReturnType<typeof createRedisHealth>
  checkName: string
  /** The channels with listeners. */
  channels(): string[]
}

/** Checks a server by what the service uses. */
function createCheck({ connection, subscriber, health, checkName, channels }: CheckDeps) {
  const { redis, inTime, endReason } = connection
  let checking: Promise<void> | undefined

  function check() {
    checking ??= tryAll().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function tryAll() {
    if (redis.status !== 'ready') return
    try {
      await Promise.all([
        inTime(redis.eval(CHECK, 1, checkName)),
        inTime(redis.publish(checkName, '')),
        listen(),
      ])
      endReason.clear()
      health.passed()
    } catch (error) {
      // Otherwise the end of the connection says so.
      if (redis.status === 'ready')
        health.failed(isReply(error) ? reasonOf(error) : (endReason.get() ?? reasonOf(error)))
    }
  }

  /** Subscribes again: the reply is also a sign of life. */
  async function listen() {
    try {
      await subscriber.subscribe(checkName, ...channels())
    } catch (error) {
      if (!isReply(error) && subscriber.status === 'ready') subscriber.disconnect(true)
      throw error
    }
  }

  return { check, listen }
}

/** It is silent most of the time, and its commands wait until it is connected. */
function subscriberOf(server: RedisServer) {
  return new Redis({
    ...redisOptions(server),
    enableOfflineQueue: true,
    commandTimeout: MAX_CONNECT_MS,
  })
}

/** Waits until a connection has been checked or is closed, but no longer than a start may wait. */
async function firstOf(redis: Redis, check: () => Promise<void>) {
  const closed = new Promise<void>((resolve) => redis.once('close', resolve))
  const checked = new Promise<void>((resolve) =>
    redis.once('ready', () => void check().then(resolve)),
  )
  await Promise.race([closed, checked, sleep(MAX_START_MS, undefined, { ref: false })])
}

interface RefusalDeps {
  health: Pick<ReturnType<typeof createRedisHealth>, 'isFailing'>
  log: RedisDeps['log']
  check(): Promise<void>
}

/** A server that serves may still refuse one call, which is logged once for each reason. */
function refusedCalls({ health, log, check }: RefusalDeps) {
  const refused = new Set<string>()

  return async function noteRefusal(error: unknown) {
    if (!isReply(error)) return
    const reason = reasonOf(error)
    if (health.isFailing() || refused.has(reason)) return
    await check()
    if (health.isFailing() || refused.has(reason)) return
    refused.add(reason)
    log.warn('redis-call-failed', { reason })
  }
}
