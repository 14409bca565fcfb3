import { connect as connectTo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { RedisState } from '../../src/state/redis.node.ts'
import type { Script } from '../../src/state/shared-state.ts'
import { freePort } from '../helper/free-port.ts'
import { runNode, startNode } from '../helper/node-process.ts'
import { connectRedis, isRedisMissing, startRedis } from '../helper/redis-server.ts'

const COUNT: Script<number> = {
  lua: `
    local count = redis.call('incrby', KEYS[1], ARGV[1])
    redis.call('pexpire', KEYS[1], 60000)
    return count`,
  reply: z.number(),
}

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function connect(url: string) {
  const connection = await connectRedis(url)
  ends.push(connection.state.close)
  return connection
}

const count = (state: RedisState) => state.run(COUNT, ['count'], [1])

async function timed<Value>(work: () => Promise<Value>) {
  const startedMs = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedMs }
}

describe.skipIf(isRedisMissing)('state in Redis', () => {
  const start = async (...options: string[]) => {
    const server = await startRedis(...options)
    ends.push(server.kill)
    return server
  }

  it('two connections see the same state', async () => {
    const { url, cli } = await start()
    const [one, other] = await Promise.all([connect(url), connect(url)])
    expect(await count(one.state)).toBe(1)
    expect(await count(other.state)).toBe(2)
    expect(cli('keys', '*').split('\n').sort()).toEqual(['launchboard:count', 'launchboard:probe'])
    expect(one.state.status()).toMatchObject({ serves: 'redis', failing: false })
  })

  it('a message reaches every connection, also after the server was away', async () => {
    const { url, restart } = await start()
    const [one, other] = await Promise.all([connect(url), connect(url)])
    const heard: (string | undefined)[] = []
    other.state.subscribe('news', (message) => heard.push(message))
    await expect.poll(() => heard).toEqual([undefined])
    one.state.publish('news', 'first')
    await expect.poll(() => heard).toEqual([undefined, 'first'])
    await restart()
    await expect.poll(() => heard).toEqual([undefined, 'first', undefined])
    await expect.poll(() => one.state.status().failing).toBe(false)
    one.state.publish('news', 'second')
    await expect.poll(() => heard).toEqual([undefined, 'first', undefined, 'second'])
  })

  it('a stalled server is waited for once, and is back when it answers again', async () => {
    const { url, pause, resume } = await start()
    const { state, events } = await connect(url)
    pause()
    const first = await timed(() => Promise.all([count(state), count(state)]))
    expect(first.value).toEqual([undefined, undefined])
    expect(first.ms).toBeLessThan(290)
    expect((await timed(() => count(state))).ms).toBeLessThan(20)
    // Longer than a silent connection is kept.
    await sleep(2_500)
    expect((await timed(() => count(state))).ms).toBeLessThan(20)
    expect(state.status()).toMatchObject({ failing: true, lastFailure: { code: 'unavailable' } })
    resume()
    await expect.poll(() => state.status().failing).toBe(false)
    expect(await count(state)).toBeGreaterThan(0)
    expect(events()).toEqual(['redis-available', 'redis-away', 'redis-available'])
  })

  it('a server that died is reported once, and is back, empty, when it is started again', async () => {
    const { url, kill, restart } = await start()
    const { state, events } = await connect(url)
    await count(state)
    const pending = count(state)
    await kill()
    await pending
    await expect.poll(events).toEqual(['redis-available', 'redis-away'])
    await expect.poll(() => state.status().lastFailure?.reason).toBe('ECONNREFUSED')
    expect(await count(state)).toBeUndefined()
    await restart()
    await expect.poll(() => state.status().failing).toBe(false)
    expect(await count(state)).toBe(1)
    expect(events()).toEqual(['redis-available', 'redis-away', 'redis-available'])
  })

  it('a full server is away, and one that was flushed is not', async () => {
    const { url, cli } = await start()
    const { state, lines } = await connect(url)
    expect(await count(state)).toBe(1)
    cli('flushall')
    cli('script', 'flush')
    expect(await count(state)).toBe(1)
    cli('config', 'set', 'maxmemory', '1')
    expect(await count(state)).toBeUndefined()
    await expect.poll(() => lines.at(-1)).toContain('OOM')
    cli('config', 'set', 'maxmemory', '0')
    await expect.poll(() => state.status().failing).toBe(false)
    expect(lines).toHaveLength(3)
  })

  it('nobody waits for a slow server again until it is quick', async () => {
    const { port } = await start()
    let delayMs = 0
    const url = await proxy(port, () => delayMs)
    const { state, lines } = await connect(url)
    await expect.poll(() => count(state)).toBeGreaterThan(0)
    const before = Number(await count(state))
    delayMs = 130
    const slow = await timed(() => count(state))
    expect(slow).toMatchObject({ value: before + 1, ms: expect.closeTo(140, -2) })
    for (let calls = 0; calls < 5; calls += 1) {
      const next = await timed(() => count(state))
      expect(next).toMatchObject({ value: undefined, ms: expect.closeTo(0, -2) })
    }
    await expect.poll(() => lines.at(-1)).toContain('"reason":"slow"')
    delayMs = 0
    await expect.poll(() => state.status().failing).toBe(false)
    expect(await count(state)).toBe(before + 2)
  })

  it('a reply that is late is not waited for, and not lost', async () => {
    const { port } = await start()
    let delayMs = 0
    const { state } = await connect(await proxy(port, () => delayMs))
    await count(state)
    delayMs = 300
    let waited: unknown = 'nothing'
    const late = new Promise((resolve) => {
      waited = state.run(COUNT, ['count'], [1], resolve)
    })
    expect(await waited).toBeUndefined()
    expect(await late).toBe(2)
  })

  it('the address of one node leads to its cluster', async () => {
    const { url, cli } = await start(
      '--cluster-enabled',
      'yes',
      '--cluster-announce-ip',
      '127.0.0.1',
    )
    cli('cluster', 'addslotsrange', '0', '16383')
    await expect.poll(() => cli('cluster', 'info')).toContain('cluster_state:ok')
    const single = await connect(url)
    const cluster = await connect(`${url},${url}`)
    const heard: (string | undefined)[] = []
    cluster.state.subscribe('news', (message) => heard.push(message))
    await expect.poll(() => heard).toEqual([undefined])
    single.state.publish('news', 'first')
    await expect.poll(() => heard).toEqual([undefined, 'first'])
    expect(await count(single.state)).toBe(1)
    expect(await count(cluster.state)).toBe(2)
  })
})

describe.skipIf(isRedisMissing)('the start with Redis', () => {
  it.each(['wrong', ''])(
    'ends with a sentence when the password “%s” is refused',
    async (password) => {
      const server = await startRedis('--requirepass', 'hunter two')
      ends.push(server.kill)
      const url = server.url.replace('//', `//:${password}@`)
      await expect(connect(url)).rejects.toThrow(
        /^REDIS_URL: the server refuses the user name or the password\.$/,
      )
      const { state } = await connect(server.url.replace('//', '//:hunter%20two@'))
      expect(await count(state)).toBe(1)
    },
  )

  it.each([
    [
      'is too old',
      (text: string) =>
        text.includes('info')
          ? '$20\r\nredis_version:6.0.16\r\n'
          : "-ERR unknown command 'HELLO'\r\n",
      'has version 6.0, and must have 6.2 or later',
    ],
    ['is another', () => 'HTTP/1.1 400 Bad Request\r\n\r\n', 'is neither Redis nor Valkey'],
  ])('ends with a sentence when the server %s', async (_name, reply, message) => {
    const url = await fakeServer(reply)
    await expect(connect(url)).rejects.toThrow(`REDIS_URL: the server ${message}.`)
  })

  it('goes on without a server that is not there or does not answer', async () => {
    const stalled = await fakeServer(() => '')
    const absent = `redis://127.0.0.1:${await freePort()}`
    const started = await timed(() => Promise.all([connect(stalled), connect(absent)]))
    expect(started.ms).toBeLessThan(2_000)
    for (const { state, events } of started.value) {
      expect(await count(state)).toBeUndefined()
      expect(events()).toEqual(['redis-away'])
    }
  })
})

describe.skipIf(isRedisMissing)('a service with Redis', () => {
  it('its status, its metrics and its log say whether Redis is there', async () => {
    const { kill, url: REDIS_URL } = await startRedis('--requirepass', 'hunter2')
    ends.push(kill)
    const refused = await runNode({ REDIS_URL })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe('REDIS_URL: the server refuses the user name or the password.\n')

    const withPassword = REDIS_URL.replace('//', '//:hunter2@')
    const { url, child, output, exited } = await startNode({ REDIS_URL: withPassword })
    ends.push(() => child.kill() && exited)
    const read = async (path: string) => (await fetch(url + path)).text()
    expect(JSON.parse(await read('/status')).shared).toMatchObject({ failing: false })
    expect(await read('/metrics')).toContain('launchboard_redis_available 1\n')
    await kill()
    await expect.poll(() => read('/metrics')).toContain('launchboard_redis_available 0\n')
    expect(JSON.parse(await read('/status')).shared).toMatchObject({ failing: true })
    expect(output().stdout.match(/redis-away/g)).toHaveLength(1)
    expect(JSON.stringify(output())).not.toContain('hunter2')
  })
})

/** Answers every chunk that arrives. */
async function fakeServer(reply: (text: string) => string) {
  return listen((socket) => {
    socket.on('data', (data) => socket.write(reply(data.toString())))
  })
}

/** Passes all on to the port, replies only after a delay. */
async function proxy(port: number, delayMs: () => number) {
  return listen((socket) => {
    const onward = connectTo(port, '127.0.0.1').on('error', () => {})
    socket.pipe(onward)
    onward.on('data', (data) => setTimeout(() => socket.write(data), delayMs()))
    socket.on('close', () => onward.destroy())
  })
}

async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `redis://127.0.0.1:${port}`
}
