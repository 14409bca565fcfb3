import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import { errorCode, errorMessage } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { createAvailability } from './availability.node.ts'
import type { Args, Listener, SharedState } from './shared-state.ts'

/** A server, or a cluster if there are several nodes. */
export interface RedisAddress {
  nodes: readonly { host: string; port: number }[]
  username: string | undefined
  password: string | undefined
  /** The number of the database. */
  db: number
  tls: boolean
}

export interface RedisState extends SharedState {
  close(): void
}

const PREFIX = 'launchboard:'

/** A start waits no longer for the server. */
const MAX_START_MS = 1_000

/** A connection on which nothing arrives for this long is replaced. */
const SOCKET_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const MAX_RECONNECT_MS = 1_000

/** The connection that listens is silent otherwise. */
const PING_INTERVAL_MS = 1_000

const MIN_VERSION = [6, 2] as const

/** Replies to a start that no later attempt would change. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)$/
const FOREIGN = /^(Unknown RESP type|Protocol error)/

type Client = Redis | Cluster

export interface RedisDeps {
  log: Log
  now(): Date
}

/**
 * Connects to Redis or Valkey. Without an answer the service starts all the same.
 *
 * @throws Error if the server can never serve: it refuses the password, is too old or is no such server.
 */
export async function redisState(address: RedisAddress, deps: RedisDeps): Promise<RedisState> {
  const { log, now } = deps
  const listeners = new Map<string, Set<Listener>>()
  let connectionError = 'connection closed'
  const onError = (error: Error) => {
    connectionError = reasonOf(error)
  }
  let client = address.nodes.length > 1 ? clusterOf(address, onError) : serverOf(address, onError)
  await Promise.race([firstAnswer(client), sleep(MAX_START_MS)])
  let subscriber = listenOn(client)

  const availability = createAvailability({
    log,
    now,
    reasonOf: (error) => (client.status === 'ready' ? reasonOf(error) : connectionError),
    // Only a server that can store something can serve.
    probe: () => onTheRightClient(() => client.set(`${PREFIX}probe`, '', 'PX', 1_000)),
  })
  client.on('close', availability.onClosed)
  await availability.checked

  /** The address of one node may be that of a cluster, which shows when a key belongs to another. */
  async function onTheRightClient<Value>(work: () => Promise<Value>) {
    try {
      return await work()
    } catch (error) {
      if (reasonOf(error) === 'MOVED' && client instanceof Redis) {
        disconnect()
        client = clusterOf(address, onError)
        client.on('close', availability.onClosed)
        client.connect().catch(() => {})
        subscriber = listenOn(client)
      }
      throw error
    }
  }

  async function runScript(lua: string, keys: readonly string[], args: Args) {
    const rest = [...keys.map((key) => PREFIX + key), ...args]
    try {
      return await client.evalsha(shaOf(lua), keys.length, ...rest)
    } catch (error) {
      if (reasonOf(error) !== 'NOSCRIPT') throw error
      return client.eval(lua, keys.length, ...rest)
    }
  }

  function listenOn(client: Client): Client {
    // A cluster has a connection of its own for this.
    const subscriber = client instanceof Redis ? client.duplicate() : client
    subscriber.on('error', () => {})
    subscriber.on('message', (channel: string, message: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(message)
    })
    const listenAgain = () => {
      for (const channel of listeners.keys()) void listenTo(channel)
    }
    subscriber.on('ready', listenAgain)
    if (subscriber === client) listenAgain()
    else subscriber.connect().catch(() => {})
    return subscriber
  }

  async function listenTo(channel: string) {
    if (subscriber.status !== 'ready') return
    try {
      await subscriber.subscribe(channel)
      for (const listener of listeners.get(channel) ?? []) listener()
    } catch {
      // It is tried again on the next connection.
    }
  }

  function disconnect() {
    client.disconnect()
    subscriber.disconnect()
  }

  const pings = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
  }, PING_INTERVAL_MS).unref()

  return {
    async run({ lua, reply }, keys, args, onLate) {
      const work = () => onTheRightClient(() => runScript(lua, keys, args))
      return availability.call(async () => reply.parse(await work()), onLate)
    },

    publish(channel, message) {
      void availability.call(() => client.publish(PREFIX + channel, message))
    },

    subscribe(name, listener) {
      const channel = PREFIX + name
      const known = listeners.get(channel)
      const all = known ?? new Set()
      listeners.set(channel, all.add(listener))
      if (!known) void listenTo(channel)
      return () => {
        all.delete(listener)
        if (all.size > 0 || listeners.get(channel) !== all) return
        listeners.delete(channel)
        if (subscriber.status === 'ready') subscriber.unsubscribe(channel).catch(() => {})
      }
    },

    status: availability.status,

    close() {
      clearInterval(pings)
      availability.stop()
      disconnect()
    },
  }
}

/** A call that cannot be made at once fails, and so does one whose connection is lost. */
function optionsOf({ username, password, db, tls }: RedisAddress) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
    db,
    lazyConnect: true,
    disableClientInfo: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    retryStrategy: reconnectDelayMs,
    // After a failover the address may lead to another server.
    reconnectOnError: (error: Error) => reasonOf(error) === 'READONLY',
  }
}

function reconnectDelayMs(attempts: number) {
  return Math.min(2 ** attempts * 25, MAX_RECONNECT_MS) * (0.75 + Math.random() / 4)
}

function serverOf(address: RedisAddress, onError: (error: Error) => void): Redis {
  const [node] = address.nodes
  const client = new Redis({ ...optionsOf(address), ...node })
  client.on('error', onError)
  return client
}

function clusterOf(address: RedisAddress, onError: (error: Error) => void): Cluster {
  const { enableOfflineQueue, lazyConnect, retryStrategy: _, ...redisOptions } = optionsOf(address)
  const client = new Cluster([...address.nodes], {
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy: reconnectDelayMs,
    redisOptions,
  })
  client.on('error', onError)
  return client
}

/** Resolves when the server has answered or cannot be reached. */
async function firstAnswer(client: Client) {
  const errors: unknown[] = []
  const note = (error: unknown) => errors.push(error)
  client.on('error', note).on('node error', note)
  await client.connect().catch(note)
  const reasons = errors.map(reasonOf)
  client.off('error', note).off('node error', note)
  if (reasons.some((reason) => REFUSED.test(reason))) {
    throw unusable(client, 'refuses the user name or the password')
  }
  if (reasons.some((reason) => FOREIGN.test(reason)))
    throw unusable(client, 'is neither Redis nor Valkey')
  if (client.status === 'ready') await checkVersion(client)
}

async function checkVersion(client: Client) {
  const info = await client.info('server').catch(() => '')
  const [, major, minor] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? []
  if (major === undefined) return // an account may not be allowed to ask
  const isTooOld = Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]
  if (isTooOld || Number(major) < MIN_VERSION[0]) {
    throw unusable(
      client,
      `has version ${major}.${minor}, and must have ${MIN_VERSION.join('.')} or later`,
    )
  }
}

function unusable(client: Client, what: string) {
  client.disconnect()
  return new Error(`REDIS_URL: the server ${what}.`)
}

/** Errors of the server begin with a word, such as `OOM`. The rest may quote what was sent. */
function reasonOf(error: unknown): string {
  const message = errorMessage(error)
  const [word] = /^[A-Z]{2,}\b/.exec(message) ?? []
  return word ?? errorCode(error) ?? message
}

const shas = new Map<string, string>()

function shaOf(lua: string) {
  const known = shas.get(lua) ?? createHash('sha1').update(lua).digest('hex')
  shas.set(lua, known)
  return known
}
