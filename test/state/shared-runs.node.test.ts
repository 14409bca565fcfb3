import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { redisState } from '../../src/state/redis.node.ts'
import { sharedRuns } from '../../src/state/shared-runs.ts'
import { isRedisMissing, type RedisServer, startRedis } from '../helper/redis-server.ts'

const { signal } = new AbortController()
const log = createLog({ level: 'silent', write: () => {}, now: () => new Date() })
const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Events that come when a test says so. */
function openRun() {
  const stop = vi.fn()
  let push: (event: string) => void = () => {}
  let end = () => {}
  const stream = new ReadableStream<string>({
    start(controller) {
      push = (event) => controller.enqueue(event)
      end = () => controller.close()
    },
  })
  const facts = { caller: 'ann', chatId: 'c1', headers: { 'content-type': 'text/plain' } }
  return { run: { ...facts, address: undefined, events: stream, stop }, push, end, stop }
}

async function all(events: AsyncIterable<string>) {
  const read: string[] = []
  for await (const event of events) read.push(event)
  return read
}

describe.skipIf(isRedisMissing)('runs in Redis', () => {
  let server: RedisServer

  beforeEach(async () => {
    server = await startRedis()
    ends.push(server.kill)
  })

  async function newProcess() {
    const { redis } = parseConfig({ REDIS_URL: server.url })
    if (!redis) throw new Error('no address')
    const state = await redisState(redis, { log, now: () => new Date() })
    ends.push(state.close)
    await vi.waitFor(() => expect(state.status().failing).toBe(false), { timeout: 5_000 })
    return sharedRuns(state, { log })
  }

  const found = (runs: Awaited<ReturnType<typeof newProcess>>, runId: string, caller = 'ann') =>
    vi.waitFor(async () => (await runs.find(runId, caller)) ?? expect.fail('no run'))

  it('every process reads a run from any event, as it happens and after its end', async () => {
    const [one, other] = await Promise.all([newProcess(), newProcess()])
    const { run, push, end } = openRun()
    const { runId } = one.start(run)!
    push('a')
    push('b')
    const elsewhere = await found(other, runId)
    expect(elsewhere.facts.headers).toEqual(run.headers)
    const reading = all(elsewhere.read(1, signal))
    push('c')
    push('d')
    end()
    expect(await reading).toEqual(['b', 'c', 'd'])
    await one.shared()
    const ended = await found(other, runId)
    expect([ended.hasMore(3), ended.hasMore(4)]).toEqual([true, false])
    expect(await all(ended.read(0, signal))).toEqual(['a', 'b', 'c', 'd'])
    expect(await other.find(runId, 'bob')).toBeUndefined()
    expect(await other.find(crypto.randomUUID(), 'ann')).toBeUndefined()
  })

  it('every process stops a run, and finds it by its chat until it has ended', async () => {
    const [one, other] = await Promise.all([newProcess(), newProcess()])
    const { run, end, stop } = openRun()
    const { runId } = one.start(run)!
    const chat = await vi.waitFor(
      async () => (await other.findActive('c1', 'ann')) ?? expect.fail('no chat'),
    )
    expect(chat.runId).toBe(runId)
    expect(await other.findActive('c1', 'bob')).toBeUndefined()
    await chat.stop()
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
    const next = openRun()
    other.start(next.run)
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(2))
    next.end()
    await other.shared()
    end()
    await one.shared()
    expect(await other.findActive('c1', 'ann')).toBeUndefined()
  })

  it('the process of a run holds it while Redis is away, and shares all of it afterwards', async () => {
    const [one, other] = await Promise.all([newProcess(), newProcess()])
    const { run, push, end } = openRun()
    const own = one.start(run)!
    push('a')
    const reading = all((await found(other, own.runId)).read(0, signal))
    await server.kill()
    push('b')
    expect(await one.find(own.runId, 'ann')).toBe(own)
    await expect(other.find(own.runId, 'ann')).rejects.toMatchObject({ code: 'unavailable' })
    await server.restart()
    push('c')
    end()
    expect(await reading).toEqual(['a', 'b', 'c'])
    expect(await all(own.read(0, signal))).toEqual(['a', 'b', 'c'])
  }, 20_000)

  it('every key has a lifetime', async () => {
    const one = await newProcess()
    const { run, push, end } = openRun()
    const { runId } = one.start(run)!
    push('a')
    end()
    await one.shared()
    const keys = server.cli('keys', '*').split('\n')
    expect(keys.filter((key) => key.includes(runId))).toHaveLength(2)
    for (const key of keys) expect(Number(server.cli('pttl', key))).toBeGreaterThan(0)
  })
})
