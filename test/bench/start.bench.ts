// Milliseconds from starting node to the first answered request, and the CPU time that took, against
// a bare node:http server: in turn, so that both have the same machine.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const RUNS = 15
const PORT = 18_787
const BARE = `require('node:http').createServer((request, response) => response.end('{}'))
  .listen(${PORT}, '127.0.0.1')`
/** What /proc counts CPU time in. */
const TICK_MS = 10

const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
const service = resolve('dist/node.js')
try {
  await measure('node dist/node.js', [service])
  await measure('npm start', ['--enable-source-maps', service])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, args: string[]) {
  const ours: Start[] = []
  const bare: Start[] = []
  await firstAnswer(args) // makes the database
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await firstAnswer(args))
    bare.push(await firstAnswer(['-e', BARE]))
  }
  const [ms, bareMs] = [median(ours, 'ms'), median(bare, 'ms')]
  const [cpuMs, bareCpuMs] = [median(ours, 'cpuMs'), median(bare, 'cpuMs')]
  const ratios = ours.map((start, run) => start.ms / (bare[run]?.ms ?? Number.NaN))
  console.log(`${name}: first answer ${ms} ms (guard 600), bare ${bareMs} ms`)
  console.log(
    `  median of the ratios ${middle(ratios).toFixed(1)}, of CPU ${cpuMs} to ${bareCpuMs} ms`,
  )
}

interface Start {
  ms: number
  /** Of the process by then, its other threads included. */
  cpuMs: number
}

async function firstAnswer(args: string[]): Promise<Start> {
  const started = performance.now()
  const env = { ...process.env, PORT: String(PORT) }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = Math.round(performance.now() - started)
  const cpuMs = cpuOf(child.pid)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  return { ms, cpuMs }
}

function cpuOf(pid: number | undefined) {
  const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = stat.split(' ').slice(11, 13).map(Number)
  return (user + system) * TICK_MS
}

function answers() {
  return new Promise<boolean>((resolve) => {
    const options = { host: '127.0.0.1', port: PORT, path: '/api/top', agent: false }
    get(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

function median(starts: readonly Start[], field: keyof Start) {
  return middle(starts.map((start) => start[field]))
}

function middle(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
