import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { oldVersion } from '../../src/state/redis.node.ts'
import { freePort } from '../helper/free-port.ts'
import { runNode, startNode } from '../helper/node-process.ts'
import { connectRedis, isRedisMissing, startRedis } from '../helper/redis-server.ts'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(...options: string[]) {
  const server = await startRedis(...options)
  ends.push(server.kill)
  return server
}

async function connect(url: string, options: Parameters<typeof connectRedis>[1] = {}) {
  const connection = await connectRedis(url, options)
  const { state, lines } = connection
  ends.push(state.close)
  const count = async (key = 'caller') => (await state.count([key], 60_000))?.[0]?.taken
  const becomes = (failing: boolean) =>
    expect.poll(() => state.status().failing, { timeout: 10_000 }).toBe(failing)
  const reasons = () => lines.flatMap((line) => JSON.parse(line).reason ?? [])
  return { ...connection, count, becomes, reasons }
}

describe.skipIf(isRedisMissing)('state in Redis', () => {
  it('processes count together, with their prefix and their database alone', async () => {
    const { url, cli } = await start()
    const [one, other] = [await connect(url), await connect(url)]
    expect(await one.state.count(['ann', 'bob'], 60_000)).toEqual([
      { taken: 1, leftMs: 60_000 },
      { taken: 1, leftMs: 60_000 },
    ])
    expect(await other.count('ann')).toBe(2)
    const [staging, second] = [await connect(url, { prefix: 'staging' }), await connect(`${url}/1`)]
    expect(await Promise.all([staging.count('ann'), second.count('ann')])).toEqual([1, 1])
    const keys = cli('keys', '*limit*').split('\n').sort()
    expect(keys).toEqual([
      ...['launchboard:0:limit:ann', 'launchboard:0:limit:bob', 'staging:0:limit:ann'],
    ])
    expect(cli('pubsub', 'channels').split('\n').sort()).toEqual([
      ...['launchboard:0:check', 'launchboard:1:check', 'staging:0:check'],
    ])
  })

  it('a place is held until it is released or its time is over', async () => {
    const { url, cli } = await start()
    const { state } = await connect(url)
    const hold = (id: string, max = 2) => state.hold('ann', [id], { max, forMs: 60_000 })
    expect([await hold('a'), await hold('b'), await hold('c')]).toEqual([true, true, false])
    expect(await hold('a')).toBe(true)
    state.release('ann', 'a')
    expect(await hold('c')).toBe(true)
    cli('zadd', 'launchboard:0:open:ann', '1', 'b')
    expect(await hold('d')).toBe(true)
  })

  it('answers and pauses are shared by those who call with the same account', async () => {
    const { url, kill } = await start()
    const [one, other] = [await connect(url), await connect(url)]
    const untilMs = Date.now() + 60_000
    const answers = one.state.answers('product-hunt:a')
    answers.write('top', '{}', 60_000)
    answers.pause(untilMs)
    answers.pause(untilMs - 30_000)
    answers.pause(0)
    const read = () => other.state.answers('product-hunt:a').read('top')
    await expect.poll(read).toEqual({ answer: '{}', pausedUntilMs: untilMs })
    expect(await other.state.answers('product-hunt:b').read('top')).toEqual({})
    await kill()
    expect(await read()).toEqual({})
  })

  it('a message reaches every process, also after the server was away', async () => {
    const { url, restart } = await start()
    const [one, other] = [await connect(url), await connect(url)]
    const heard: string[] = []
    other.state.subscribe('news', (message) => heard.push(message))
    one.state.publish('news', 'first')
    await expect.poll(() => heard).toEqual(['first'])
    await restart()
    await Promise.all([one.becomes(false), other.becomes(false)])
    one.state.publish('news', 'second')
    await expect.poll(() => heard).toEqual(['first', 'second'])
  })

  it('a server that hangs is noticed though nobody asks, and answers no call until it is back', async () => {
    const { url, pause, resume } = await start()
    const { count, becomes, events, reasons } = await connect(url, { maxWaitMs: 200 })
    pause()
    expect(await count()).toBeUndefined()
    await expect.poll(reasons).toEqual(['timed out'])
    resume()
    await becomes(false)
    pause()
    await becomes(true)
    resume()
    await becomes(false)
    expect(await count()).toBeGreaterThan(0)
    expect(new Set(events())).toEqual(new Set(['redis-available', 'redis-away']))
  })

  it('a process that is late itself reads the reply first, and blames no server', async () => {
    const { url } = await start()
    const { count, becomes, state, events } = await connect(url, { maxWaitMs: 1_000 })
    await becomes(false)
    const counted = count()
    const endMs = performance.now() + 1_500
    while (performance.now() < endMs);
    expect(await counted).toBe(1)
    expect(state.status().failing).toBe(false)
    expect(events()).toEqual(['redis-available'])
  })

  it('a server that died is reported once, with the cause, and is back when it is started again', async () => {
    const { url, kill, restart } = await start()
    const { count, becomes, events, reasons } = await connect(url)
    await kill()
    expect(await count()).toBeUndefined()
    await expect.poll(reasons).toEqual(['ECONNREFUSED'])
    await restart()
    await becomes(false)
    expect(await count()).toBe(1)
    expect(events()).toEqual(['redis-available', 'redis-away', 'redis-available'])
  })

  it('a full server refuses what it must store, and answers the rest', async () => {
    const { url, cli } = await start()
    const { state, count, becomes, reasons } = await connect(url)
    const answers = state.answers('show-hn')
    answers.write('top', '{}', 60_000)
    await expect.poll(() => answers.read('top')).toEqual({ answer: '{}' })
    cli('config', 'set', 'maxmemory', '1')
    expect(await count()).toBeUndefined()
    await becomes(true)
    expect(await answers.read('top')).toEqual({ answer: '{}' })
    cli('config', 'set', 'maxmemory', '0')
    await becomes(false)
    expect(await count()).toBe(1)
    expect(reasons()).toEqual(['OOM (eval)'])
  })

  it.each([
    ['channels', 'resetchannels', '&*', /^NOPERM \((publish|subscribe)\)$/, 1],
    ['scripts', '-eval', '+eval', /^NOPERM \(eval\)$/, undefined],
  ])('without a right to %s the rest works, until it is given', async (...row) => {
    const [, taken, given, reason, counted] = row
    const { url, cli } = await start()
    const become = (...rights: string[]) => cli('acl', 'setuser', 'service', ...rights)
    become('on', '>secret', '~launchboard:*', '&*', '+@all', taken)
    const { count, becomes, reasons, state } = await connect(url.replace('//', '//service:secret@'))
    await becomes(true)
    expect(reasons()).toEqual([expect.stringMatching(reason)])
    expect(await count()).toBe(counted)
    expect(await state.answers('show-hn').read('top')).toEqual({})
    become(given)
    await becomes(false)
  })

  it('an error of one call fails that call alone, and is reported once', async () => {
    const { url, cli } = await start()
    const { state, count, lines } = await connect(url)
    cli('lpush', 'launchboard:0:limit:odd', 'one')
    expect([await count('odd'), await count('odd'), await count()]).toEqual([
      ...[undefined, undefined, 1],
    ])
    await expect.poll(() => lines).toHaveLength(2)
    expect(JSON.parse(lines[1]!)).toMatchObject({
      event: 'redis-call-failed',
      reason: 'WRONGTYPE (eval)',
    })
    expect(state.status().failing).toBe(false)
  })
})

describe.skipIf(isRedisMissing)('the start with Redis', () => {
  it('ends with a sentence when the password or the database is wrong', async () => {
    const { url } = await start('--requirepass', 'hunter two')
    for (const credentials of [':wrong@', '']) {
      await expect(connect(url.replace('//', `//${credentials}`))).rejects.toThrow(
        'REDIS_URL: the server refuses the user name or the password.',
      )
    }
    const right = url.replace('//', '//:hunter%20two@')
    expect(await (await connect(right)).count()).toBe(1)
    await expect(connect(`${right}/99`)).rejects.toThrow(
      'REDIS_URL: the server does not have the database of this number.',
    )
  })

  it('goes on without a server that is not there or does not answer', async () => {
    const silent = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    ends.push(() => silent.close())
    for (const at of [port, await freePort()]) {
      const { count, becomes, events } = await connect(`redis://127.0.0.1:${at}`, {
        maxWaitMs: 200,
      })
      expect(await count()).toBeUndefined()
      await becomes(true)
      await expect.poll(events).toEqual(['redis-away'])
    }
  })

  it('its status, its metrics and its log say whether Redis is there', async () => {
    const { kill, url: REDIS_URL } = await start('--requirepass', 'hunter2')
    const refused = await runNode({ REDIS_URL })
    expect(refused.code).toBe(2)
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

it.each([
  ['5.0.14', 'redis_version:5.0.14\r\n'],
  ['6.0.16', '# Server\r\nredis_version:6.0.16\r\n'],
  [undefined, 'redis_version:6.2.0\r\n'],
  [undefined, 'redis_version:7.0.15\r\n'],
  [undefined, 'redis_version:10.1.0\r\n'],
  [undefined, ''],
])('a server whose version is too old is known: %s', (version, info) => {
  expect(oldVersion(info)).toBe(version)
})
