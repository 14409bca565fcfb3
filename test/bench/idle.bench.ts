// What a service holds when nobody asks it, and what its start costs: beside bare Node, and beside the
// build of a commit with `--against COMMIT`. In turn, so that all have the same machine. Linux only.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const PORT = 18_788
const BARE = `require('node:http').createServer((request, response) => response.end('{}'))
  .listen(${PORT}, '127.0.0.1')`
/** Clock ticks a second, which `/proc` counts CPU time in. */
const TICKS = 100

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    runs: { type: 'string', default: '5' },
    idle: { type: 'string', default: '60' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
try {
  const programs: Record<string, string[]> = {
    bare: ['-e', BARE],
    ours: [resolve('dist/node.js')],
    ...(values.against && { against: buildOf(values.against) }),
  }
  const figures = Object.keys(programs).map((name) => ({ name, runs: [] as Figures[] }))
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const { name, runs } of figures) runs.push(await measure(programs[name] ?? []))
  }
  console.table(Object.fromEntries(figures.map(({ name, runs }) => [name, medians(runs)])))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A commit, checked out and built beside this one. */
function buildOf(commit: string) {
  const checkout = join(folder, 'against')
  execFileSync('git', ['worktree', 'add', '--detach', checkout, commit], { stdio: 'ignore' })
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  execFileSync('npm', ['run', 'build'], { cwd: checkout, stdio: 'ignore' })
  process.on('exit', () => execFileSync('git', ['worktree', 'prune']))
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const flags = /exec node ((?:--\S+ )*)/.exec(scripts.start)?.[1]?.split(' ').filter(Boolean) ?? []
  return [...flags, join(checkout, 'dist/node.js')]
}

type Figures = Record<string, number>

async function measure(args: string[]): Promise<Figures> {
  const database = `file:${join(mkdtempSync(join(folder, 'run-')), 'launchboard.db')}`
  const env = { ...process.env, PORT: String(PORT), DATABASE_URL: database }
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended`)
    await sleep(5)
  }
  const firstMs = Math.round(performance.now() - started)
  const cpuMs = cpuOf(child.pid)
  const rss = memoryOf(child.pid)
  await sleep(Number(values.idle) * 1_000)
  const idle = memoryOf(child.pid)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  return {
    'first answer, ms': firstMs,
    'CPU until then, ms': cpuMs,
    'RSS then, MB': rss.VmRSS,
    'RSS idle, MB': idle.VmRSS,
    'own memory idle, MB': idle.RssAnon,
  }
}

function cpuOf(pid: number | undefined) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000
}

function memoryOf(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { VmRSS: megabytes('VmRSS'), RssAnon: megabytes('RssAnon') }
}

function answers() {
  return new Promise<boolean>((resolve) => {
    const options = { host: '127.0.0.1', port: PORT, path: '/api/top', agent: false }
    get(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

function medians(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const sorted = runs.map((run) => run[name] ?? 0).toSorted((a, b) => a - b)
      return [name, sorted[Math.floor(sorted.length / 2)] ?? 0]
    }),
  )
}
