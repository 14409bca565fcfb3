import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { askAgent } from '../../../src/platform/delivery/ask-agent.ts'
import {
  agentOf,
  answering,
  ask,
  bytesOf,
  eventsOf,
  failureIn,
  linesOf,
  NDJSON,
  QUESTION,
  received,
  silentLog,
} from './delivery.fixture.ts'

const RUN = linesOf({ type: 'text_delta', content: 'Hello' }, { type: 'done' })
const never: GuardedFetch = () => new Promise(() => {})

describe('askAgent()', () => {
  it("the agent's headers are sent beside ours, and its address is used unchanged", async () => {
    const asked: unknown[] = []
    const fetch: GuardedFetch = async (url, request) => {
      asked.push({ url, ...request, body: undefined, signal: undefined })
      return answering([bytesOf(RUN)], NDJSON)(url, request)
    }
    const agent = { ...agentOf('crewai'), headers: { 'X-API-Key': 'secret' } }
    await eventsOf(agent, { fetch })
    expect(asked).toEqual([
      {
        ...{ url: agent.url, method: 'POST', redirect: 'manual' },
        headers: {
          'x-api-key': 'secret',
          'content-type': 'application/json',
          accept: 'application/x-ndjson, text/event-stream;q=0.9',
          'accept-encoding': 'identity',
        },
      },
    ])
  })

  it('a registration that does not allow a call is a failure', async () => {
    const fetch = answering([bytesOf(RUN)], NDJSON)
    const withHost = { ...agentOf('crewai'), headers: { host: 'secret' } }
    for (const agent of [agentOf('ag2'), agentOf('other'), withHost]) {
      const events = await eventsOf(agent, { fetch })
      expect(failureIn(events)).toMatchObject({ code: 'misregistered' })
      expect(JSON.stringify(events)).not.toContain('secret')
    }
  })

  it.each([
    [302, 'redirected'],
    [304, 'redirected'],
    [400, 'refused'],
    [401, 'refused'],
    [429, 'refused'],
    [500, 'agent-failed'],
    [503, 'agent-failed'],
  ])('the status %i of an agent has a failure code of its own', async (status, code) => {
    const fetch: GuardedFetch = async (url, request) => {
      return { ...(await answering([bytesOf(RUN)], NDJSON)(url, request)), status }
    }
    const failed = failureIn(await eventsOf(agentOf('crewai'), { fetch }))
    expect(failed).toMatchObject({ code, detail: `the agent answered with status ${status}` })
  })

  it.each([
    ['one line', { maxFrameLength: 20 }, 'a line, event or document is longer than 20 characters'],
    ['the text', { maxTextLength: 4 }, 'the text is longer than 4 characters'],
    ['the bytes of the text', { maxTextBytes: 4 }, 'the text has more than 4 bytes'],
    ['the number of calls', { maxToolCalls: 1 }, 'there are more than 1 calls'],
    ['the number of results', { maxToolResults: 1 }, 'there are more than 1 results'],
    ['the number of pieces', { maxEvents: 5 }, 'there are more than 5 events'],
    ['ids', { maxIdBytes: 6 }, 'the ids of calls have more than 6 bytes'],
    ['names', { maxNameBytes: 3 }, 'the name of a call is longer than 3 bytes'],
    ['arguments', { maxFrameLength: 90 }, 'the arguments are longer than 90 characters'],
    ['the number of bytes', { maxBytes: 40 }, 'the response is larger than 40 bytes'],
  ])('the answer is limited in %s', async (_what, limits, detail) => {
    const call = (id: string) => ({ type: 'tool_call_start', tool_call_id: id, tool_name: id })
    const result = (id: string) => ({ type: 'tool_result', tool_call_id: id, result: 1 })
    const fragment = { type: 'tool_call_args', tool_call_id: 'b', delta: '[1,2,3,4,5,6,7,8,9' }
    const lines = linesOf(
      ...[{ type: 'x' }, call('a'), call('bb'), call('b')],
      ...Array(6).fill(fragment),
      ...[result('a'), result('c')],
      { type: 'text_delta', content: 'Hello' },
    )
    const events = await ask('crewai', lines + RUN, NDJSON, { limits })
    expect(failureIn(events)).toMatchObject({ code: 'too-large', detail })
  })

  it('the text limit counts bytes as stored, escapes included', async () => {
    const said = (content: string) =>
      ask('crewai', linesOf({ type: 'text_delta', content }), NDJSON)
    expect(failureIn(await said('\0'.repeat(110_000)))).toMatchObject({
      ...{ code: 'too-large', detail: 'the text has more than 655360 bytes' },
    })
    expect(failureIn(await said('日'.repeat(200_000))).code).toBe('cut-short')
  })

  it('what came before a limit was reached is kept', async () => {
    const lines = linesOf(...Array(10).fill({ type: 'text_delta', content: 'Hello' }))
    const events = await ask('crewai', lines, NDJSON, { limits: { maxTextLength: 12 } })
    expect(received(events)).toMatchObject({ text: 'HelloHello', rest: [{ code: 'too-large' }] })
  })

  it('a run ends on its timeout although the fetch ignores its signal', async () => {
    const started = eventsOf(agentOf('crewai'), { fetch: never, limits: { firstByteMs: 5 } })
    expect(failureIn(await started)).toMatchObject({ code: 'timed-out' })
    const total = eventsOf(agentOf('crewai'), { fetch: never, limits: { totalMs: 5 } })
    expect(failureIn(await total)).toMatchObject({ code: 'timed-out' })
  })

  it('the time that the reader takes does not count as a pause of the agent', async () => {
    const hello = bytesOf(linesOf({ type: 'text_delta', content: 'Hello' }))
    const fetch = answering([hello, hello, hello, bytesOf(linesOf({ type: 'done' }))], NDJSON)
    const needs = { fetch, log: silentLog, limits: { firstByteMs: 40, idleMs: 40 } }
    const types: string[] = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for await (const { type } of askAgent(agentOf('crewai'), QUESTION, needs)) {
      types.push(type)
      await vi.advanceTimersByTimeAsync(120)
    }
    vi.useRealTimers()
    expect(types.slice(1)).toEqual(['text-delta', 'text-delta', 'text-delta', 'run-end'])
  })

  it('an aborted signal ends the run as cancelled, before and during the call', async () => {
    const before = { fetch: never, signal: AbortSignal.abort() }
    expect(failureIn(await eventsOf(agentOf('crewai'), before)).code).toBe('cancelled')

    const stop = new AbortController()
    const run = eventsOf(agentOf('crewai'), { fetch: never, signal: stop.signal })
    stop.abort()
    expect(failureIn(await run).code).toBe('cancelled')
  })

  it('the request is aborted when the run ends or its reader leaves', async () => {
    const signals: AbortSignal[] = []
    const fetch: GuardedFetch = (url, request) => {
      signals.push(request.signal)
      return answering([bytesOf(RUN)], NDJSON)(url, request)
    }
    await eventsOf(agentOf('crewai'), { fetch })
    const needs = { fetch, log: silentLog }
    for await (const { type } of askAgent(agentOf('crewai'), QUESTION, needs)) {
      if (type === 'text-delta') break
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('the log has one record a run without text, headers or address', async () => {
    const written: string[] = []
    const write = (line: string) => written.push(line)
    const log = createLog({ level: 'debug', write, now: () => new Date() })
    const secret = {
      ...agentOf('crewai', 'https://agent.example.com/?secret'),
      headers: { a: 'secret' },
    }
    const wrong = `${linesOf({ type: 'text_delta', content: 'secret' })}{"secret\n`

    for (const text of [RUN, wrong]) {
      const needs = { fetch: answering([bytesOf(text)], NDJSON), log }
      for await (const _event of askAgent(secret, QUESTION, needs));
    }
    const broken: GuardedFetch = async () => Promise.reject(new TypeError('secret'))
    for await (const _event of askAgent(secret, QUESTION, { fetch: broken, log }));

    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'agent-answered', agentId: 'helper', runId: 'run-1', textLength: 5 },
      { event: 'agent-run-failed', code: 'malformed' },
      { event: 'agent-run-failed', code: 'unreachable' },
    ])
    expect(written.join()).not.toMatch(/secret|Celebrate|Hello/)
  })
})
