import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Starts the built service on a free port, and waits until it listens. */
export async function startNode(
  env: Record<string, string> = {},
  limits: Limits = {},
): Promise<NodeProcess> {
  const { child, output, exited } = spawnNode({ PORT: '0', ...env }, limits)
  const records = () =>
    output()
      .stdout.split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  for (;;) {
    const listening = records().find(({ event }) => event === 'listening')
    if (listening) return { child, url: String(listening.url), output, records, exited }
    if (child.exitCode !== null) throw new Error(output().stderr)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Runs the built service to its end. */
export async function runNode(env: Record<string, string>) {
  const { output, exited } = spawnNode({ PORT: '0', ...env })
  const code = await exited
  return { code, ...output() }
}

interface Limits {
  /** No file may become larger. */
  maxFileKib?: number
}

function spawnNode(env: Record<string, string>, { maxFileKib }: Limits = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
  const own = { DATABASE_URL: `file:${join(folder, 'platform.db')}` }
  const limited = ['bash', '-c', `ulimit -f ${maxFileKib}; exec "$0" "$@"`]
  const [command = '', ...args] = [
    ...(maxFileKib === undefined ? [] : limited),
    process.execPath,
    'dist/node.js',
  ]
  const child = spawn(command, args, { env: { ...process.env, ...own, ...env } })
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
