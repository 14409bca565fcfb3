import { once } from 'node:events'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nodeFetch, type Resolve } from '../../../src/core/upstream/guarded-fetch.node.ts'
import { portableFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { askAgent } from '../../../src/platform/delivery/ask-agent.ts'
import type { DeliveryLimits } from '../../../src/platform/delivery/run-timeouts.ts'
import {
  type Answer,
  drip,
  flood,
  hang,
  redirect,
  refusingUrl,
  reply,
  reset,
  startUpstream,
  truncate,
  type Upstream,
} from '../../helper/upstream-server.ts'
import {
  agentOf,
  eventsOf,
  failureIn,
  linesOf,
  NDJSON,
  QUESTION,
  received,
  silentLog,
} from './delivery.fixture.ts'

const TYPE = { 'content-type': NDJSON }
const HELLO = linesOf({ type: 'text_delta', content: 'Hello' })
const RUN = HELLO + linesOf({ type: 'done' })
const MIB = 1024 * 1024

const fetch = nodeFetch({ allowLocal: true })
const portable = portableFetch({ allowLocal: true })
let agent: Upstream
beforeAll(async () => {
  agent = await startUpstream(reply(RUN, 200, TYPE))
})
beforeEach(() => {
  agent.questions.length = 0
})
afterAll(() => agent.stop())

function askIt(answer: Answer, limits: Partial<DeliveryLimits> = {}) {
  agent.answerWith(answer)
  return eventsOf(agentOf('crewai', agent.url), { fetch, limits })
}

/** Says hello, and then does what is to be seen. */
function afterHello(next: Answer): Answer {
  return (question, response) => {
    response.writeHead(200, TYPE).write(HELLO, () => next(question, response))
  }
}

describe('an agent on a real server', () => {
  it('a real agent server is asked once, and its answer is read', async () => {
    expect(received(await askIt(reply(RUN, 200, TYPE)))).toEqual({
      text: 'Hello',
      rest: [expect.objectContaining({ type: 'run-end' })],
    })
    const [question] = agent.questions
    expect(agent.questions).toHaveLength(1)
    expect(question).toMatchObject({ method: 'POST' })
    expect(question?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(JSON.parse(question!.body)).toMatchObject({ thread_id: 'thread-1', run_id: 'run-1' })
  })

  it("the runtime's own fetch gives the same answer", async () => {
    const asked = (answer: Answer) => {
      agent.answerWith(answer)
      return eventsOf(agentOf('crewai', agent.url), { fetch: portable })
    }
    expect(received(await asked(reply(RUN, 200, TYPE))).text).toBe('Hello')
    expect(failureIn(await asked(redirect(agent.url))).code).toBe('redirected')
    expect(received(await asked(afterHello(reset)))).toMatchObject({
      rest: [{ code: 'cut-short' }],
    })
    expect(agent.questions).toHaveLength(3)
  })

  it('an answer is passed on while the agent is still sending', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    agent.answerWith(
      afterHello((_question, response) => {
        void finished.then(() => response.end(linesOf({ type: 'done' })))
      }),
    )
    const types: string[] = []
    const needs = { fetch, log: silentLog }
    for await (const { type } of askAgent(agentOf('crewai', agent.url), QUESTION, needs)) {
      types.push(type)
      finish()
    }
    expect(types).toEqual(['run-start', 'text-delta', 'run-end'])
  })

  it('an agent may close the connection shortly after its last event, but not never', async () => {
    let wasHeardOut: (isFinished: boolean) => void = () => {}
    const heardOut = new Promise<boolean>((resolve) => {
      wasHeardOut = resolve
    })
    const endLater: Answer = (_question, response) => {
      response.on('close', () => wasHeardOut(response.writableFinished))
      response.writeHead(200, TYPE).write(RUN, () => setTimeout(() => response.end(), 200))
    }
    expect(received(await askIt(endLater, { graceMs: 10_000 })).rest).toEqual([
      expect.objectContaining({ type: 'run-end' }),
    ])
    expect(await heardOut).toBe(true)

    const neverEnd: Answer = (_question, response) => {
      response.writeHead(200, TYPE).write(RUN)
    }
    expect(received(await askIt(neverEnd, { graceMs: 10 })).rest).toEqual([
      expect.objectContaining({ type: 'run-end' }),
    ])
    await agent.questions[1]?.closed
  })

  it('an agent that is silent before or after its headers times out', async () => {
    const onlyHeaders: Answer = (_question, response) => {
      response.writeHead(200, TYPE).flushHeaders()
    }
    for (const answer of [hang, onlyHeaders]) {
      const failed = failureIn(await askIt(answer, { firstByteMs: 50 }))
      expect(failed).toMatchObject({ code: 'timed-out', detail: expect.stringContaining('50 ms') })
      await agent.questions.at(-1)?.closed
    }
  })

  it('an agent that pauses times out, and its text so far is kept', async () => {
    const events = await askIt(afterHello(hang), { idleMs: 50 })
    expect(received(events)).toMatchObject({ text: 'Hello', rest: [{ code: 'timed-out' }] })
    await agent.questions[0]?.closed
  })

  it('an agent that never finishes times out', async () => {
    const ping: Answer = (question, response) => {
      response.setHeader('content-type', NDJSON)
      drip(5)(question, response)
    }
    expect(failureIn(await askIt(ping, { totalMs: 100 })).code).toBe('timed-out')
    await agent.questions[0]?.closed
  })

  it('a connection that breaks is cut-short, and the text so far is kept', async () => {
    for (const end of [reset, ((_q, response) => response.socket?.end()) satisfies Answer]) {
      const events = await askIt(afterHello(end))
      expect(received(events)).toMatchObject({ text: 'Hello', rest: [{ code: 'cut-short' }] })
    }
    const promised = await askIt((question, response) => {
      response.setHeader('content-type', NDJSON)
      truncate(HELLO)(question, response)
    })
    expect(received(promised)).toMatchObject({ text: 'Hello', rest: [{ code: 'cut-short' }] })
  })

  it('a connection that closes without an answer is unreachable', async () => {
    expect(failureIn(await askIt(reset)).code).toBe('unreachable')
  })

  it('an answer that exceeds the maximum size is aborted', async () => {
    const events = await askIt(
      (question, response) => {
        response.setHeader('content-type', NDJSON)
        response.statusCode = 200
        flood(64 * MIB)(question, response)
      },
      { maxBytes: MIB },
    )
    expect(failureIn(events).code).toBe('too-large')
    const closed = await agent.questions[0]!.closed
    expect(closed.bytes).toBeLessThan(32 * MIB)
  })

  it('an answer that decompresses to more than the maximum size is aborted', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, '\n'))
    const headers = { ...TYPE, 'content-encoding': 'gzip' }
    const events = await askIt(reply(bomb, 200, headers), { maxBytes: MIB })
    expect(failureIn(events).code).toBe('too-large')
  })

  it('a redirect of an agent is never followed', async () => {
    const elsewhere = await startUpstream(reply(RUN, 200, TYPE))
    for (const status of [301, 302, 303, 307, 308]) {
      const failed = failureIn(await askIt(redirect(elsewhere.url, status)))
      expect(failed.code).toBe('redirected')
    }
    expect(elsewhere.questions).toEqual([])
    await elsewhere.stop()
  })

  it('a closed port, an unknown name and a failed TLS handshake are unreachable', async () => {
    const resolve: Resolve = (_name, _options, callback) => {
      callback(Object.assign(new Error('secret'), { code: 'ENOTFOUND' }), [])
    }
    const unknown = nodeFetch({ allowLocal: false, resolve })
    const urls = [
      [fetch, await refusingUrl()],
      [fetch, agent.url.replace('http:', 'https:')],
      [unknown, 'https://nobody.example.com/run'],
    ] as const
    for (const [send, url] of urls) {
      const failed = failureIn(await eventsOf(agentOf('crewai', url), { fetch: send }))
      expect(failed).toMatchObject({ code: 'unreachable' })
      expect(failed.detail).not.toContain('secret')
    }
  })

  it("the agent's connection closes when the run is cancelled or its reader leaves", async () => {
    agent.answerWith(afterHello(hang))
    const needs = { fetch, log: silentLog }
    for await (const { type } of askAgent(agentOf('crewai', agent.url), QUESTION, needs)) {
      if (type === 'text-delta') break
    }
    await agent.questions[0]?.closed

    const stop = new AbortController()
    const types: string[] = []
    const run = askAgent(agentOf('crewai', agent.url), QUESTION, needs, stop.signal)
    for await (const { type } of run) {
      types.push(type)
      if (type === 'text-delta') stop.abort()
    }
    expect(types).toEqual(['run-start', 'text-delta', 'run-error'])
    await agent.questions[1]?.closed
  })
})

describe('nodeFetch() without local agents', () => {
  const guarded = (...addresses: string[]) => {
    const asked: string[] = []
    const resolve: Resolve = (hostname, _options, callback) => {
      asked.push(hostname)
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      callback(null, found)
    }
    return { asked, fetch: nodeFetch({ allowLocal: false, resolve }) }
  }

  it('a refused name causes no connection, and each call resolves it once', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { asked, fetch: send } = guarded('127.0.0.1')
    for (const name of ['agent.example.com', 'agent.example.com.', 'localhost.localdomain.org']) {
      const url = `https://${name}:${port}/`
      const failed = failureIn(await eventsOf(agentOf('crewai', url), { fetch: send }))
      expect(failed).toMatchObject({
        ...{ code: 'address-refused' },
        detail: expect.stringMatching(/private address.*ALLOW_LOCAL_AGENTS=true/),
      })
    }
    expect(asked).toHaveLength(3)
    expect(connections).toBe(0)
    await new Promise((closed) => server.close(closed))
  })
})
