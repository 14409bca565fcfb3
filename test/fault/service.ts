import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const API_KEY = 'fault-suite-full-access-key'

const INSTRUMENT = fileURLToPath(new URL('instrument.mjs', import.meta.url))
const STARTED_WITHIN_MS = 30_000

interface ServiceOptions {
  env?: Record<string, string>
  /** What bash's `ulimit` is told, such as `-n 64`. */
  ulimit?: string
}

interface Measured {
  longestMs: number
  rssBytes: number
}

export interface Service {
  url: string
  child: ChildProcess
  exited: Promise<unknown>
  /** The longest that its event loop was blocked so far, its memory now. */
  measure(): Promise<Measured>
  /** Sets its clock ahead of the system's, or behind it. */
  moveClock(byMs: number): Promise<void>
  kill(): Promise<void>
}

/** An address for a database that nobody else has. */
export async function newDatabase(): Promise<string> {
  return `file:${join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'platform.db')}`
}

/** Starts the built service on a free port, and waits until it listens. */
export async function startService({ env = {}, ulimit }: ServiceOptions = {}): Promise<Service> {
  const command = [process.execPath, '--import', INSTRUMENT, 'dist/node.js']
  const [program = '', ...parameters] = ulimit
    ? ['bash', '-c', `ulimit ${ulimit} && exec "$0" "$@"`, ...command]
    : command
  const child = spawn(program, parameters, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PLATFORM_API_KEYS: API_KEY,
      DATABASE_URL: env.DATABASE_URL ?? (await newDatabase()),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const url = await listening(child)
  child.stdout?.resume()

  let asked = 0
  const waiting = new Map<number, { resolve(answer: Measured): void; reject(error: Error): void }>()
  child.on('message', (message: unknown) => {
    if (isAnswer(message)) waiting.get(message.id)?.resolve(message)
  })
  child.once('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('The service has ended.'))
  })
  const ask = (question: object) =>
    new Promise<Measured>((resolve, reject) => {
      asked += 1
      waiting.set(asked, { resolve, reject })
      child.send({ id: asked, ...question }, (error) => error && reject(error))
    })

  // To load the service blocks its loop as well, when there is nobody to wait for it.
  await ask({ isStarted: true })
  return {
    url,
    child,
    exited,
    measure: () => ask({}),
    async moveClock(moveClockMs) {
      await ask({ moveClockMs })
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function listening(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The service has no output.')
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000)
  })
  const lines = createInterface({ input: stdout })
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTED_WITHIN_MS)
  try {
    for await (const line of lines) {
      const record = JSON.parse(line)
      if (record.event === 'listening') return String(record.url)
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error(`The service did not start: ${errors}`)
}

function isAnswer(message: unknown): message is Measured & { id: number } {
  return typeof message === 'object' && message !== null && 'longestMs' in message
}
