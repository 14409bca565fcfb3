import { Redis } from 'ioredis'
import * as z from 'zod'
import { errorCode, errorMessage } from '../core/error.ts'

export interface RedisServer {
  host: string
  port: number
  username: string | undefined
  password: string | undefined
  /** The number of the database. */
  db: number
  tls: boolean
  /** Of all keys and channels. */
  prefix: string
}

const RECONNECT_MS = 250
export const MAX_CONNECT_MS = 1_000

const TIMED_OUT = 'timed out'

/** A connection that is left and made again once a reply is late. */
export function connect(
  server: RedisServer,
  maxWaitMs: number,
  onClosed: (reason: string) => void,
) {
  const redis = new Redis({ ...redisOptions(server), db: server.db })
  let cause: string | undefined
  let isLeaving = false
  let greeting: ReturnType<typeof setTimeout> | undefined

  /** The first error of a connection says why it ends; the others follow from it. */
  const note = (error: unknown) => {
    cause ??= reasonOf(error)
  }
  /** Ends the connection, to connect again. */
  const leave = (reason: string) => {
    cause ??= reason
    if (!isLeaving) redis.disconnect(true)
    isLeaving = true
  }
  redis.on('error', (error) => {
    note(error)
    // Without its database it would go on with another.
    if (redis.status === 'connect') leave(reasonOf(error))
  })
  redis.on('connect', () => {
    const giveUp = () => redis.status === 'connect' && leave(TIMED_OUT)
    greeting = setTimeout(() => setImmediate(giveUp), maxWaitMs)
  })
  redis.on('close', () => {
    onClosed(cause ?? 'connection closed')
    cause = undefined
    isLeaving = false
    clearTimeout(greeting)
  })

  /**
   * The reply, unless it is late. What has arrived is read first: a process that is late itself, with many
   * calls under way, must not blame the server.
   */
  function inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let isSettled = false
      const giveUp = () => {
        if (isSettled) return
        leave(TIMED_OUT)
        reject(new Error(TIMED_OUT))
      }
      const timer = setTimeout(() => setImmediate(giveUp), maxWaitMs)
      const settle = () => {
        isSettled = true
        clearTimeout(timer)
      }
      reply.finally(settle).then(resolve, reject)
    })
  }

  return {
    redis,
    note,
    inTime,
    /** Why the connection ends, if it does. */
    endReason: {
      get: () => cause,
      clear() {
        cause = undefined
      },
    },
  }
}

export function redisOptions({ host, port, username, password, tls }: RedisServer) {
  return {
    host,
    port,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
    connectTimeout: MAX_CONNECT_MS,
    disconnectTimeout: 1,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
    // The greeting is answered, which an account may always ask for.
    enableReadyCheck: false,
    disableClientInfo: true,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
  }
}

export function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError'
}

const WithCommand = z.object({ command: z.object({ name: z.string() }) })

/** The server's errors begin with a word, such as `OOM`. The rest may quote what was sent. */
export function reasonOf(error: unknown): string {
  const message = errorMessage(error)
  if (/time(d |)out/i.test(message)) return TIMED_OUT
  const [word] = isReply(error) ? (/^[A-Z]+\b/.exec(message) ?? []) : []
  if (word === undefined) return errorCode(error) ?? message
  const { data } = WithCommand.safeParse(error)
  return data ? `${word} (${data.command.name})` : word
}
