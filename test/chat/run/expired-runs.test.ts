import { describe, expect, it } from 'vitest'
import type { AgentFetch } from '../../../src/chat/delivery/agent-fetch.ts'
import { failExpiredRuns } from '../../../src/chat/run/expired-runs.ts'
import { deliveries } from '../../../src/chat/storage/schema.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { NOW, post } from '../../helper/test-services.ts'
import { bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { chatPlatform } from './chat.fixture.ts'

/** An agent that begins each answer at once and ends it when it is told to, and counts itself. */
function patientAgent() {
  let goOn = () => {}
  let isFree = false
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const seen = { now: 0, most: 0, asked: [] as ReturnType<typeof JSON.parse>[] }

  const fetch: AgentFetch = async (_url, { body, signal }) => {
    seen.asked.push(JSON.parse(body))
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    async function* answer() {
      yield bytesOf(linesOf({ type: 'text_delta', content: 'Well' }))
      if (!isFree) await Promise.race([gate, left])
      await new Promise((resolve) => setTimeout(resolve, 1))
      seen.now -= 1
      if (!signal.aborted) yield bytesOf(linesOf({ type: 'text_delta', content: ' then' }))
      yield bytesOf(linesOf({ type: 'done' }))
    }
    return { status: 200, headers: new Headers({ 'content-type': NDJSON }), body: answer() }
  }
  const release = () => {
    isFree = true
    goOn()
  }
  return { fetch, release, seen }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function patientPlatform(setup: Parameters<typeof chatPlatform>[1] = {}) {
  const agent = patientAgent()
  const platform = await chatPlatform(agent.fetch, setup)
  const send = (words: string, as = 'ann') =>
    platform.call('POST', '/v3/messages', { as, body: text('helper', words) })
  const open = (words: string) =>
    platform.app.request('/v3/messages', {
      ...post(text('helper', words)),
      headers: { apikey: KEY, onbehalfof: 'ann', accept: 'text/event-stream' },
    })
  const stop = () => platform.services.platform!.backgroundTasks.stop(0)
  return { ...platform, ...agent, send, open, stop }
}

describe('a run whose process is gone', () => {
  const LATER = new Date(NOW.getTime() + 60_000)

  it('is settled by the next message, once, and stands in nobody’s way', async () => {
    const gone = await patientPlatform()
    const { database, seen, release } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    await gone.send('two')

    const agent = patientAgent()
    agent.release()
    const next = await testPlatform({
      ...{ database, now: () => LATER },
      parts: { agentFetch: agent.fetch },
    })
    await next.call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'three') })
    const settled = (await gone.answers(3)).map(({ data }: { data: { text: string } }) => data.text)
    expect(settled).toEqual([
      'The answer was interrupted.',
      'The answer was interrupted.',
      'Well then',
    ])

    // It was only asleep: what it has to say now comes too late.
    release()
    await gone.stop()
    expect(await gone.answers(3)).toHaveLength(3)
    const rows = await database.select().from(deliveries)
    expect(rows.map(({ state }) => state).sort()).toEqual(['done', 'stopped', 'stopped'])
    expect(rows.every(({ answerId }) => answerId !== null)).toBe(true)
  })

  it('is settled at a start, and no run that is under way', async () => {
    const gone = await patientPlatform()
    const { database, records, seen } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    const log = gone.services.log
    await failExpiredRuns({ database, now: () => NOW, log })
    expect((await database.select().from(deliveries)).map(({ state }) => state)).toEqual([
      'running',
    ])
    await Promise.all([
      failExpiredRuns({ database, now: () => LATER, log }),
      failExpiredRuns({ database, now: () => LATER, log }),
    ])
    expect(await gone.answers(1)).toHaveLength(1)
    expect(JSON.stringify(records())).toContain('run-settled')
    await gone.stop()
  })
})
