import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundleWorker } from '../helper/bundled-worker.ts'
import { sendsThenHangs, text } from '../helper/model-server.ts'
import { user } from '../helper/test-services.ts'
import { type Answer, hang, startUpstream, type Upstream } from '../helper/upstream-server.ts'

const STARTING_MS = 60_000

/** Words for ever, so that there is always something to write. */
const chatters: Answer = (_question, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const timer = setInterval(() => response.write(text('on ')), 20)
  response.on('close', () => clearInterval(timer))
}

// Without the proxy that `wrangler dev` puts in front of it, which keeps a departure to itself.
describe('a reader that leaves, in workerd', () => {
  let model: Upstream
  let worker: Miniflare
  const log: string[] = []
  const runs = () =>
    log
      .filter((line) => line.includes('"event":"run"'))
      .map((line) => JSON.parse(line.slice(line.indexOf('{'))))

  beforeAll(async () => {
    model = await startUpstream(hang)
    worker = new Miniflare({
      modules: true,
      script: await bundleWorker(),
      compatibilityDate: '2026-04-01',
      compatibilityFlags: ['enable_request_signal'],
      bindings: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.url },
      handleRuntimeStdio(stdout: Readable) {
        stdout.on('data', (lines) => log.push(...String(lines).split('\n')))
      },
    })
    await worker.ready
  }, STARTING_MS)
  afterAll(async () => {
    await worker.dispose()
    await model.stop()
  })
  beforeEach(() => {
    log.length = 0
    model.questions.length = 0
  })

  /** A reader that has seen the first word. */
  async function startReading() {
    const { port } = await worker.ready
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    const body = JSON.stringify({ messages: [user('hi')] })
    const head = ['POST /stream HTTP/1.1', 'host: localhost', 'content-type: application/json']
    socket.write([...head, `content-length: ${body.length}`, '', body].join('\r\n'))
    let seen = ''
    await new Promise<void>((resolve) => {
      socket.on('data', (piece) => {
        seen += piece
        if (seen.includes('text_delta')) resolve()
      })
    })
    return socket
  }

  it('in workerd a broken connection aborts a silent model call at once', async () => {
    model.answerWith(sendsThenHangs(text('Let me see. ')))
    const socket = await startReading()
    socket.resetAndDestroy()
    await model.questions[0]!.closed
    await vi.waitFor(() => expect(runs()).toMatchObject([{ outcome: 'cancelled' }]))
  })

  it('in workerd a closed connection aborts the model call at its next write', async () => {
    model.answerWith(chatters)
    const socket = await startReading()
    socket.destroy()
    await model.questions[0]!.closed
    await vi.waitFor(() => expect(runs()).toMatchObject([{ outcome: 'cancelled' }]))
  })
})
