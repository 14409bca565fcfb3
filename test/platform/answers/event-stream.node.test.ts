import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AgentFetch } from '../../../src/platform/delivery/agent-fetch.ts'
import { listen } from '../../../src/runtime/listen.node.ts'
import { KEY } from '../../helper/test-platform.ts'
import { bytesOf, linesOf, NDJSON, silentLog } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { chatPlatform } from './chat.fixture.ts'

const RESULTS = 90
const RESULT_BYTES = 80_000

/** An agent that says more than all buffers on the way to a reader hold, and counts its lines. */
function talkativeAgent() {
  const seen = { given: 0 }
  const fetch: AgentFetch = async () => {
    async function* answer() {
      for (; seen.given < RESULTS; seen.given += 1) {
        const call = { tool_call_id: `${seen.given}`, tool_name: 'look' }
        const result = 'x'.repeat(RESULT_BYTES)
        yield bytesOf(linesOf({ type: 'tool_result', ...call, result }))
      }
      yield bytesOf(linesOf({ type: 'text_delta', content: 'Done.' }, { type: 'done' }))
    }
    return { status: 200, headers: new Headers({ 'content-type': NDJSON }), body: answer() }
  }
  return { fetch, seen }
}

const closing: (() => unknown)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** A platform behind a real socket, and a reader that has the beginning of an answer. */
async function reading(stalledMs: number) {
  const { fetch, seen } = talkativeAgent()
  const { app, ...platform } = await chatPlatform(fetch, { parts: { chatLimits: { stalledMs } } })
  const { server, url } = await listen(app, { hostname: '127.0.0.1', port: 0, log: silentLog })
  closing.push(() => server.close())
  const accepted = once(server, 'connection')

  const reader = connect(Number(new URL(url).port), '127.0.0.1')
  reader.on('error', () => {})
  closing.push(() => reader.destroy())
  const body = JSON.stringify(text('helper', 'Hi'))
  const headers = [
    ...['host: localhost', `apikey: ${KEY}`, 'onbehalfof: ann', 'accept: text/event-stream'],
    ...['content-type: application/json', `content-length: ${body.length}`],
  ]
  reader.write(`POST /v3/messages HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  const [first] = await once(reader, 'data')
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK/)
  reader.pause()
  const [socket]: Socket[] = await accepted
  return { ...platform, seen, reader, socket: socket! }
}

describe('openEventStream()', () => {
  it('a reader that pauses for too long is disconnected, and the answer is stored', async () => {
    const { socket, answers } = await reading(300)
    await new Promise((resolve) => socket.once('close', resolve))
    // The newest message: a page has few that are so large.
    const [answer] = await answers(1, '/v3/users/helper/messages?affix=prepend')
    expect(answer.data).toMatchObject({ text: 'Done.', answer: { status: 'finished' } })
    expect(answer.data.answer.toolResults).toHaveLength(RESULTS)
  })

  it('a reader that pauses slows the agent, and stays connected when it continues in time', async () => {
    const { seen, reader, socket } = await reading(25_000)
    let before = -1
    const isStill = () => {
      const wasStill = before === seen.given
      before = seen.given
      return wasStill
    }
    await vi.waitUntil(isStill, { timeout: 10_000, interval: 300 })
    expect(seen.given).toBeLessThan(RESULTS)

    const pieces: string[] = []
    reader.on('data', (piece) => pieces.push(String(piece)))
    reader.resume()
    await vi.waitUntil(() => pieces.at(-1)?.endsWith('0\r\n\r\n'), 15_000)
    expect(pieces.join('').includes('event: answer')).toBe(true)
    expect(socket.destroyed).toBe(false)
  })
}, 60_000)
