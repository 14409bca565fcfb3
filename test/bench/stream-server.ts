// One of the servers that the stream benchmark compares, in a process of its own. `model` is a hosted
// model. `relay` fetches its answer, splits it, parses each chunk and writes a line for it;
// `streamText` does so as one writes such a service with the AI SDK; `hosted` is ours.
//
// A question is `{count, everyMs}`, and each piece of the answer says when it was due.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createOpenAI } from '@ai-sdk/openai'
import { getRequestListener } from '@hono/node-server'
import { streamText } from 'ai'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/core/log.ts'
import { modelData } from '../../src/language/model-data.node.ts'
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
  if (kind === 'model') return answerAsModel
  if (kind === 'relay') return lineWriter(relayed)
  if (kind === 'streamText') return lineWriter(({ text }) => streamed(text))
  const hosted = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: process.env.MODEL_URL }
  const config = parseConfig({ LOG_LEVEL: 'silent', ...hosted })
  const now = () => new Date()
  const log = createLog({ level: 'silent', write: () => {}, now })
  const services = createServices(config, { log, now, clock: () => performance.now(), modelData })
  return getRequestListener(createApp(services).fetch)
}

async function answerAsModel(request: IncomingMessage, response: ServerResponse) {
  const plan = planIn(await bodyOf(request))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  let closed = false
  response.on('close', () => {
    closed = true
  })
  for await (const due of paced(plan)) {
    if (closed) return
    if (response.write(text(`${due} `))) continue
    await new Promise((resolve) => response.once('drain', resolve))
  }
  response.end(finish())
}

interface Asked {
  text: string
  signal: AbortSignal
}

/** Writes a line for each delta, as slowly as its reader reads. */
function lineWriter(deltas: (asked: Asked) => AsyncIterable<string>) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { messages } = JSON.parse(await bodyOf(request))
    const reader = new AbortController()
    response.on('close', () => reader.abort())
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
    try {
      for await (const delta of deltas({ text: messages[0].content, signal: reader.signal })) {
        if (response.write(spell(delta))) continue
        await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end(`${JSON.stringify({ type: 'done', thread_id: IDS.thread, run_id: IDS.run })}\n`)
    } catch {
      response.destroy()
    }
  }
}

/** The least that passing on a hosted model's answer takes. */
async function* relayed({ text, signal }: Asked) {
  const headers = { 'content-type': 'application/json' }
  const messages = [{ role: 'user', content: text }]
  const body = JSON.stringify({ model: 'm', stream: true, messages })
  const url = `${process.env.MODEL_URL}/chat/completions`
  const answer = await fetch(url, { method: 'POST', headers, body, signal })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of answer.body!) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event === 'data: [DONE]') return
      const { content } = JSON.parse(event.slice('data: '.length)).choices[0].delta
      if (content) yield content
    }
  }
}

const openai = createOpenAI({ apiKey: 'k', baseURL: process.env.MODEL_URL ?? '' })

function streamed(prompt: string) {
  return streamText({ model: openai.chat('m'), prompt }).textStream
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

function spell(content: string) {
  const ids = { message_id: IDS.message, thread_id: IDS.thread, run_id: IDS.run }
  return `${JSON.stringify({ type: 'text_delta', content, ...ids })}\n`
}
