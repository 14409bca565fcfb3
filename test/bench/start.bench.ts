// Milliseconds from starting node to the first answered request, against a bare node:http server: in
// turn, so that both have the same machine.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const RUNS = 15
const PORT = 18_787
const BARE = `require('node:http').createServer((request, response) => response.end('{}'))
  .listen(${PORT}, '127.0.0.1')`

const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
const service = resolve('dist/node.js')
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const ours: number[] = []
  const bare: number[] = []
  await firstAnswerMs([service]) // makes the database
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await firstAnswerMs([service]))
    bare.push(await firstAnswerMs(['-e', BARE]))
  }
  console.log(`first answer ${middle(ours)} ms (guard 800), bare ${middle(bare)} ms`)
}

async function firstAnswerMs(args: string[]): Promise<number> {
  const started = performance.now()
  const env = { ...process.env, PORT: String(PORT) }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' })
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = Math.round(performance.now() - started)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  return ms
}

function answers() {
  return new Promise<boolean>((resolve) => {
    const options = { host: '127.0.0.1', port: PORT, path: '/api/top', agent: false }
    get(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

function middle(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
