import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { redisState } from '../../src/state/redis.node.ts'
import { freePort } from './free-port.ts'

/**
 * Whether to skip tests that need Redis: `describe.skipIf(isRedisMissing)('…', …)`. With `CI=true` they
 * are never skipped, and fail instead.
 */
export const isRedisMissing =
  process.env.CI !== 'true' && spawnSync('redis-server', ['--version']).status !== 0

if (isRedisMissing) {
  console.warn('Tests with Redis are skipped: it is not installed (apt-get install redis-server).')
}

export interface RedisServer {
  url: string
  port: number
  /** Sends a command to the server, and returns what `redis-cli` prints. */
  cli(...args: string[]): string
  /** It stays connected but answers nothing. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Starts again at the same address, empty. */
  restart(): Promise<void>
}

/** Starts Redis on a free port, without files. The caller kills it. */
export async function startRedis(...options: string[]): Promise<RedisServer> {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    ...options,
  ]
  let child = await start(args)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cli: (...command) =>
      spawnSync('redis-cli', ['-p', String(port), ...command], { encoding: 'utf8' }).stdout.trim(),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    kill,
    async restart() {
      await kill()
      child = await start(args)
    },
  }
}

async function start(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`
    if (line.includes('Ready to accept connections')) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`Redis did not start: ${output}`)
}

interface ConnectOptions {
  prefix?: string
  /** Long, so that a test that is late does not blame the server. */
  maxWaitMs?: number
}

/** A connection of one process, and what it logs. The caller closes it. */
export async function connectRedis(url: string, options: ConnectOptions = {}) {
  const { prefix, maxWaitMs = 10_000 } = options
  const lines: string[] = []
  const now = () => new Date()
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const { redis } = parseConfig({ REDIS_URL: url, REDIS_PREFIX: prefix })
  if (!redis) throw new Error('no address')
  const state = await redisState(redis, { log, now, maxWaitMs })
  const events = () => lines.map((line) => JSON.parse(line).event)
  return { state, lines, events }
}
