import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  constants,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runNode, startNode } from '../helper/node-process.ts'

const run = promisify(execFile)

const WITHIN_MS = 60_000
vi.setConfig({ testTimeout: 3 * WITHIN_MS })

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('a start that fails', () => {
  it('a port in use is named as the reason', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, stderr } = await runNode({ PORT: port, PLATFORM_API_KEYS: 'key' })
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `PORT ${port} is already in use on 127.0.0.1. Stop the other process, or set another PORT.\n`,
    )
  })

  it.each([
    ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine.\n'],
    ['nowhere.invalid', 'HOST nowhere.invalid cannot be resolved.\n'],
  ])('the host %s is named as wrong', async (HOST, message) => {
    const env = { HOST, ALLOW_PUBLIC: 'true', PLATFORM_API_KEYS: 'a-key-that-is-long-enough' }
    const { code, stderr } = await runNode(env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: message })
  })
})

describe('a start with several things wrong', () => {
  it('a failed start names variables and missing keys in one list, and no value', async () => {
    const { code, stderr } = await runNode({ PORT: 'eighty', ALGOLIA_APP_ID: 'app-of-mine' })
    expect(code).toBe(1)
    for (const name of ['PORT', 'ALGOLIA_API_KEY', 'ALGOLIA_INDEX']) {
      expect(stderr).toContain(`  ${name}: `)
    }
    expect(stderr).not.toMatch(/eighty|app-of-mine/)
  })

  it.each([
    ['a missing file', { CATALOGUE_FILE: '/absent/own.csv' }, /^CATALOGUE_FILE .*own\.csv.*ENOENT/],
    ['a folder', { CATALOGUE_FILE: tmpdir() }, /^CATALOGUE_FILE .*EISDIR/],
    [
      'a folder for a database',
      { DATABASE_URL: `file:${tmpdir()}` },
      /DATABASE_URL cannot be used/,
    ],
    ['a file for a folder', { DATABASE_URL: 'file:package.json/a.db' }, /DATABASE_URL .*ENOTDIR/],
  ])('a failed start names the variable of %s', async (_name, env, message) => {
    const { code, stderr } = await runNode(env)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })

  it('a failed start names what is wrong in the catalogue and the database together', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
    const rows = 'id,name,votesCount,launchedAt\n1,Own,many,2026-11-19\n'
    writeFileSync(join(folder, 'own.csv'), rows)
    writeFileSync(
      join(folder, 'platform.db'),
      'no database, but longer than a hundred bytes'.repeat(99),
    )
    const { code, stderr } = await runNode({
      CATALOGUE_FILE: join(folder, 'own.csv'),
      DATABASE_URL: `file:${join(folder, 'platform.db')}`,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^CATALOGUE_FILE cannot be read: .*own\.csv.*votesCount/m)
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be used: /m)
  })
})

describe('an error that nothing caught', () => {
  const onSignal = (statement: string) => `process.on('SIGUSR2', () => { ${statement} })`

  it('an unhandled rejection is logged with its stack, and the service continues', async () => {
    const preload = onSignal("Promise.reject(new Error('stray')); Promise.reject({ odd: 1n })")
    const service = await startNode({}, { preload })
    children.push(service.child)
    service.child.kill('SIGUSR2')
    const logged = () => service.records().filter(({ event }) => event === 'unhandled-rejection')
    await vi.waitFor(() => expect(logged()).toHaveLength(2), WITHIN_MS)
    expect(logged()).toMatchObject([
      { level: 'error', error: { message: 'stray', stack: expect.stringContaining('at ') } },
      { error: '{ odd: 1n }' },
    ])
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  })

  it('an uncaught exception is logged before the process exits', async () => {
    const service = await startNode({}, { preload: onSignal("throw new Error('stray')") })
    children.push(service.child)
    service.child.kill('SIGUSR2')
    expect(await service.exited).toBe(1)
    expect(service.records().at(-1)).toMatchObject({
      event: 'uncaught-exception',
      error: { message: 'stray', stack: expect.stringContaining('at ') },
    })
    expect(service.output().stderr).toMatch(/stray/)
  })

  it('what the exit interrupts is not reported after the uncaught exception', async () => {
    const preload = `
      import { Worker } from 'node:worker_threads'
      const { postMessage } = Worker.prototype
      Worker.prototype.postMessage = function (request) {
        postMessage.call(this, request)
        if (!/select .* from .*answers/.test(JSON.stringify(request))) return
        process.nextTick(() => { throw new Error('stray') })
      }`
    const service = await startNode({}, { preload })
    children.push(service.child)
    expect(await service.exited).toBe(1)
    const events = service.records().map(({ event }) => event)
    expect(events).toContain('uncaught-exception')
    expect(events).not.toContain('runs-not-settled')
  })

  /** A service that has opened a named pipe, which nobody writes to, and throws on a signal. */
  async function startHanging() {
    const pipe = join(mkdtempSync(join(tmpdir(), 'launchboard-')), 'pipe')
    await run('mkfifo', [pipe])
    const opens = `import { open } from 'node:fs'; open(${JSON.stringify(pipe)}, () => {})`
    const service = await startNode(
      {},
      { preload: `${opens}; ${onSignal("throw new Error('stray')")}` },
    )
    children.push(service.child)
    const logged = (event: string) =>
      vi.waitFor(() => expect(service.output().stdout).toContain(`"event":"${event}"`), WITHIN_MS)
    return { ...service, pipe, logged }
  }

  it('an uncaught exception ends the process although a file hangs', async () => {
    const { child, exited, logged } = await startHanging()
    child.kill('SIGUSR2')
    expect(await exited).toBe(null)
    await logged('uncaught-exception')
  })

  it('an uncaught exception during a stop makes it a failure', async () => {
    const { child, exited, logged, pipe } = await startHanging()
    child.kill('SIGTERM')
    await logged('stopping')
    child.kill('SIGUSR2')
    await logged('uncaught-exception')
    await (await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).close()
    expect(await exited).toBe(1)
  })
})

describe('a build', () => {
  /** What the image is built from, with what is large shared with this checkout. */
  function checkout() {
    const folder = mkdtempSync(join(tmpdir(), 'launchboard-'))
    const copied = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.+) \S+$/gm)
    const parts = new Set([...copied].flatMap(([, names = '']) => names.split(' ')))
    parts.delete('data')
    for (const part of parts) cpSync(part, join(folder, part), { recursive: true })
    for (const part of ['data', 'node_modules']) symlinkSync(resolve(part), join(folder, part))
    return folder
  }

  /** What `npm start` does. */
  function start(cwd: string) {
    const command = 'node build.mjs && exec node dist/node.js'
    const child = spawn('bash', ['-c', command], { cwd, env: { ...process.env, PORT: '0' } })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    return vi.waitFor(() => {
      expect(output).toMatch(/"listening"/)
      return String(output.match(/"url":"([^"]+)"/)?.[1])
    }, WITHIN_MS)
  }

  it('a build does not disturb another start in the same checkout', async () => {
    const cwd = checkout()
    const first = await start(cwd)
    const others = await Promise.all([start(cwd), start(cwd)])
    for (const url of [first, ...others]) expect((await fetch(`${url}/docs`)).status).toBe(200)
  })

  it('a build leaves nothing but its files', async () => {
    const cwd = checkout()
    await run(process.execPath, ['build.mjs', 'node'], { cwd })
    expect(readdirSync(join(cwd, 'dist')).toSorted()).toEqual([
      'launchboard.js',
      'launchboard.js.map',
      'node.js',
      'node.js.map',
    ])
  })
})
