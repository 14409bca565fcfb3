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

export interface Service {
  url: string
  child: ChildProcess
  /** The longest that its event loop was blocked so far. */
  blockedMs(): Promise<number>
  kill(): Promise<void>
}

/** Starts the built service on a free port, with a new database unless one is given, and waits until it listens. */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-'))
  const child = spawn(process.execPath, ['--import', INSTRUMENT, 'dist/node.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PLATFORM_API_KEYS: API_KEY,
      DATABASE_URL: `file:${join(folder, 'platform.db')}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const url = await listening(child)
  child.stdout?.resume()

  const ask = async (question: object) => {
    const answer = Promise.race([
      measured(child),
      exited.then(() => Promise.reject(new Error('The service has ended.'))),
    ])
    child.send(question)
    return answer
  }

  // To load the service blocks its loop as well, when there is nobody to wait for it.
  await ask({ isStarted: true })
  return {
    url,
    child,
    blockedMs: () => ask({}),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The service also says when it is ready. */
async function measured(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message')
  return message.longestMs ?? measured(child)
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
