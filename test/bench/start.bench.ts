// Milliseconds from starting node to the first answered request, against a bare node:http server.
import { spawn } from 'node:child_process'
import { get } from 'node:http'

const RUNS = 9
const PORT = 18_787
const BARE = `require('node:http').createServer((request, response) => response.end('{}'))
  .listen(${PORT}, '127.0.0.1')`

const ours: number[] = []
const bare: number[] = []
for (let run = 0; run < RUNS; run += 1) {
  ours.push(await firstAnswerMs(['--enable-source-maps', 'dist/node.js']))
  bare.push(await firstAnswerMs(['-e', BARE]))
}
const ratio = (median(ours) / median(bare)).toFixed(1)
console.log(
  `first answer: ours ${median(ours)} ms (bar 300), bare ${median(bare)} ms, ratio ${ratio}`,
)

async function firstAnswerMs(args: string[]) {
  const started = performance.now()
  const env = { ...process.env, PORT: String(PORT) }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 2))
  const ms = performance.now() - started
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  return Math.round(ms)
}

function answers() {
  return new Promise<boolean>((resolve) => {
    get({ host: '127.0.0.1', port: PORT, path: '/api/top' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
