// One of the servers that the stream benchmark compares, in a process of its own: `bare` writes
// the lines with node:http alone, `scripted` and `hosted` are the service with its model in the
// process or behind a socket, and `model` is that hosted model.
//
// A question is `{count, everyMs}`, and each piece of the answer says when it was due.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { createServices } from '../../src/services.ts'
import { finish, text } from '../helper/model-server.ts'

interface Plan {
  count: number
  everyMs: number
}

const IDS = {
  thread: '11111111-1111-4111-8111-111111111111',
  run: '22222222-2222-4222-8222-222222222222',
  message: '33333333-3333-4333-8333-333333333333',
}

const [kind = '', address = ''] = process.argv.slice(2)
const server = createServer(listener()).listen(address || 0, () => {
  const at = server.address()
  process.send?.(typeof at === 'object' && at ? at.port : at)
})

process.on('message', async (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  }
  if (question === 'heap') {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.()
      await sleep(20)
    }
    process.send?.(process.memoryUsage().heapUsed)
  }
})
process.on('disconnect', () => process.exit())

function listener() {
  if (kind === 'bare') return writer('application/x-ndjson', lineOf)
  if (kind === 'model') return writer('text/event-stream', chunkOf)
  const env = kind === 'hosted' && { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: process.env.MODEL_URL }
  const config = parseConfig({ LOG_LEVEL: 'silent', ...env })
  const services = createServices(config, { now: () => new Date(), write: () => {} })
  const parts = kind === 'scripted' ? { model: scripted() } : {}
  const app = createApp({ ...services, ...parts })
  return getRequestListener((request, { incoming }) => app.fetch(request, incoming))
}

function writer(type: string, spell: (due: number | 'end') => string) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const plan = planIn(await bodyOf(request))
    response.writeHead(200, { 'content-type': type }).flushHeaders()
    let closed = false
    response.on('close', () => {
      closed = true
    })
    for await (const due of paced(plan)) {
      if (closed) return
      if (response.write(spell(due))) continue
      await new Promise((resolve) => response.once('drain', resolve))
    }
    response.end(spell('end'))
  }
}

function scripted(): LanguageModelV3 {
  return {
    ...{ specificationVersion: 'v3', provider: 'bench', modelId: 'bench', supportedUrls: {} },
    doGenerate: () => Promise.reject(new Error('streams alone')),
    async doStream({ prompt, abortSignal }) {
      const parts = partsOf(planIn(JSON.stringify(prompt)))
      const stream = new ReadableStream<LanguageModelV3StreamPart>({
        async pull(controller) {
          if (abortSignal?.aborted) return controller.error(abortSignal.reason)
          const { done, value } = await parts.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
      })
      return { stream }
    },
  }
}

async function* partsOf(plan: Plan): AsyncGenerator<LanguageModelV3StreamPart> {
  const id = '0'
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id }
  for await (const due of paced(plan)) yield { type: 'text-delta', id, delta: `${due} ` }
  yield { type: 'text-end', id }
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
  const usage = { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } }
  yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage }
}

/** The moments at which the pieces are due, in microseconds, each no sooner than it has come. */
async function* paced({ count, everyMs }: Plan) {
  const began = nowUs()
  for (let index = 0; index < count; index += 1) {
    const due = began + index * everyMs * 1000
    const waitMs = (due - nowUs()) / 1000
    await (waitMs > 0 ? sleep(waitMs) : nextTurn())
    yield everyMs > 0 ? due : nowUs()
  }
}

/** On a clock that all processes of the machine share. */
function nowUs() {
  return Math.round(Number(process.hrtime.bigint()) / 1000)
}

function planIn(text: string): Plan {
  const [, count, everyMs] = /count (\d+) every (\d+)/.exec(text) ?? []
  return { count: Number(count), everyMs: Number(everyMs) }
}

async function bodyOf(request: IncomingMessage) {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  return body
}

function lineOf(due: number | 'end') {
  const ids = { thread_id: IDS.thread, run_id: IDS.run }
  if (due === 'end') return `${JSON.stringify({ type: 'done', ...ids })}\n`
  const line = { type: 'text_delta', content: `${due} `, message_id: IDS.message, ...ids }
  return `${JSON.stringify(line)}\n`
}

function chunkOf(due: number | 'end') {
  return due === 'end' ? finish() : text(`${due} `)
}
