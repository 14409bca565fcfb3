import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Of a service whose log nobody reads; a busy machine takes its time. */
const MAX_START_MS = 60_000

export interface NodeProcess {
  child: ChildProcess
  url: string
  /** All that was written so far. */
  output(): { stdout: string; stderr: string }
  /** All of the log so far, as records. */
  records(): Record<string, unknown>[]
  /** Resolves with the exit code once the process has ended. */
  exited: Promise<number | null>
}

interface SpawnOptions {
  /** What the shell does before it becomes the service, such as to set a limit. */
  before?: string
  /** Where the shell sends the standard output of the service. */
  redirect?: string
  /** JavaScript that runs in the process before the service does. */
  preload?: string
  /** The file that is the service. */
  entry?: string
  /** The Node that runs it. */
  node?: string
}

/** Starts the built service on a free port, and waits until it listens. */
export async function startNode(
  env: Record<string, string> = {},
  options: SpawnOptions = {},
): Promise<NodeProcess> {
  const { child, output, exited } = spawnNode({ PORT: '0', ...env }, options)
  const records = () =>
    output()
      .stdout.split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  const isOver = exited.then(() => true)
  for (let hasEnded = false; ; ) {
    const listening = output().stdout.match(/^{.*"event":"listening".*}$/m)
    if (listening) {
      return { child, url: JSON.parse(listening[0]).url, output, records, exited }
    }
    if (hasEnded) throw new Error(output().stderr)
    hasEnded = await Promise.race([isOver, once(child.stdout, 'data').then(() => false)])
  }
}

/** Starts the built service at this address, and waits until it answers, whatever its log says. */
export async function startNodeAt(
  url: string,
  env: Record<string, string>,
  options: SpawnOptions = {},
) {
  const { child, ...rest } = spawnNode({ PORT: new URL(url).port, ...env }, options)
  const deadlineMs = performance.now() + MAX_START_MS
  while (!(await fetch(`${url}/health`).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      throw new Error(`no service at ${url}: ${rest.output().stderr}`)
    }
    await sleep(10)
  }
  return { child, ...rest }
}

/** Runs the built service to its end. */
export async function runNode(env: Record<string, string>) {
  const { output, exited } = spawnNode({ PORT: '0', ...env })
  const code = await exited
  return { code, ...output() }
}

function spawnNode(env: Record<string, string>, options: SpawnOptions = {}) {
  const { before = ':', redirect = '', preload, entry = 'dist/node.js' } = options
  const { node = process.execPath } = options
  const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const own = { DATABASE_URL: `file:${join(folder, 'platform.db')}` }
  const imported = preload
    ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
    : []
  const args = [node, ...imported, entry]
  const child = spawn('bash', ['-c', `${before}; exec "$0" "$@" ${redirect}`, ...args], {
    env: { ...process.env, ...own, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => ({ stdout, stderr }), exited }
}
