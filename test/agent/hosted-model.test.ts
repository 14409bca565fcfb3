import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  event,
  finish,
  inTurn,
  sends,
  sendsThenHangs,
  sendsThenLeaves,
  text,
  toolCall,
} from '../helper/model-server.ts'
import { jsonLines, post, testApp, user } from '../helper/test-services.ts'
import {
  type Answer,
  hang,
  refusingUrl,
  reply,
  replyPage,
  startUpstream,
  type Upstream,
} from '../helper/upstream-server.ts'

const SOON = { 'retry-after-ms': '1' }

const FAILED_IN_STREAM = event({
  error: { message: 'sk-live-1', type: 'server_error', code: null },
})

let upstream: Upstream
let hurry: NodeJS.Timeout

beforeAll(async () => {
  upstream = await startUpstream(hang)
})
beforeEach(() => {
  upstream.questions.length = 0
})
afterEach(() => {
  clearInterval(hurry)
  vi.useRealTimers()
})
afterAll(() => upstream.stop())

/** So much time goes by in 20 milliseconds. */
function hurryClock(stepMs: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  hurry = setInterval(() => vi.advanceTimersByTime(stepMs), 20)
}

function service({ url = upstream.url, env = {} } = {}) {
  const hosted = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'm' }
  const { app, records } = testApp({ env: { ...hosted, ...env } })
  return {
    app,
    logged: (name: string) => records().filter(({ event }) => event === name),

    async ask(content = 'What was on top today?') {
      const body = { messages: [user(content)] }
      const lines = await jsonLines(await app.request('/stream', post(body)))
      const said = lines.map(({ content }) => content ?? '').join('')
      return { lines, said, types: lines.map(({ type }) => type) }
    },

    async modelStatus() {
      return (await (await app.request('/status')).json()).model
    },
  }
}

/** A chunk with a text, and with whatever else stands in it. */
function chunk(content: string, rest: object = {}, choice: object = {}) {
  const choices = [{ index: 0, delta: { content }, finish_reason: null, ...choice }]
  return event({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices,
    ...rest,
  })
}

const usage = (completion_tokens: number) => ({
  usage: { prompt_tokens: 5, completion_tokens, total_tokens: 5 + completion_tokens },
})

describe('the answer of a hosted model', () => {
  it('deltas of a hosted model are relayed one by one', async () => {
    upstream.answerWith(sends(text(''), text('Loom'), text(' is'), text(' on'), finish()))
    const { lines } = await service().ask()
    const deltas = lines.filter(({ type }) => type === 'text_delta').map(({ content }) => content)
    expect(deltas).toEqual(['Loom', ' is', ' on'])
  })

  it('an answer is the same however its bytes are cut', async () => {
    const bytes = Buffer.from(text('Grüße an 🧶 Loom') + finish())
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      void byteByByte(bytes, response)
    })
    expect((await service().ask()).said).toBe('Grüße an 🧶 Loom')
  })

  it('text before and after a tool call keeps its place', async () => {
    const step = [text('Let me '), text('see.'), toolCall('getTopProducts', '{"limit":1}')]
    const rest = [text(' One moment.'), finish('tool_calls')]
    upstream.answerWith(inTurn(sends(...step, ...rest), sends(text('Loom.'), finish())))
    const { said, types, lines } = await service().ask()
    expect(said).toBe('Let me see. One moment.\n\nLoom.')
    expect(types.indexOf('tool_call_start')).toBeGreaterThan(types.indexOf('text_delta'))
    expect(lines.find(({ type }) => type === 'tool_call_args')?.args).toEqual({ limit: 1 })
    const { messages } = JSON.parse(upstream.questions[1]?.body ?? '')
    expect(messages.at(-2)).toMatchObject({ content: 'Let me see. One moment.' })
  })

  it('a chunk may hold the last text and the finish reason', async () => {
    upstream.answerWith(
      sends(chunk('Loom'), chunk(' wins.', usage(3), { finish_reason: 'length' }), event('[DONE]')),
    )
    const { app, logged } = service()
    const body = { message: 'Who wins?' }
    const { reply: said, usage: counted } = await (
      await app.request('/api/chat', post(body))
    ).json()
    expect(said).toBe('Loom wins.')
    expect(counted).toEqual({ inputTokens: 5, outputTokens: 3, totalTokens: 8 })
    expect(logged('run')).toMatchObject([{ finishReason: 'length' }])
  })

  it('tokens are counted once when the host repeats the usage in every chunk', async () => {
    upstream.answerWith(sends(chunk('Loom', usage(1)), chunk(' wins.', usage(2)), finish()))
    const { ask, logged } = service()
    expect((await ask()).said).toBe('Loom wins.')
    expect(logged('run')).toMatchObject([{ inputTokens: 5, outputTokens: 2 }])
  })

  it('a hosted model is read no faster than the caller reads', async () => {
    let written = 0
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = text('x'.repeat(10_000))
      const write = () => {
        do written += piece.length
        while (response.write(piece) && written < 200_000_000)
      }
      response.on('drain', write)
      write()
    })
    const response = await service().app.request('/stream', post({ messages: [user('go')] }))
    const reader = response.body!.getReader()
    for (let at = 0; at < 5; at += 1) await reader.read()
    await settled(() => written)
    expect(written).toBeLessThan(40_000_000) // what the sockets of a loopback hold
    await reader.cancel()
  })
})

describe('a failure of a hosted model', () => {
  const unreachable = async () => {
    hurryClock(1_000)
    return refusingUrl()
  }
  const answering = (answer: Answer) => async () => {
    upstream.answerWith(answer)
    return upstream.url
  }
  const late = (answer: Answer) => async () => {
    hurryClock(20_000)
    return answering(answer)()
  }
  const refusal = (status: number, error: object) =>
    answering(reply(JSON.stringify({ error }), status, SOON))

  it.each<[string, () => Promise<string>, object]>([
    ['is not there', unreachable, { kind: 'unreachable', hostCode: 'ECONNREFUSED' }],
    [
      'refuses',
      refusal(401, { message: 'key sk-live-1 is bad', code: 'invalid_api_key' }),
      { kind: 'refused', status: 401, hostCode: 'invalid_api_key' },
    ],
    [
      'has a code that is no plain word',
      refusal(400, { message: 'no', code: 'sk-live-1' }),
      { kind: 'refused', status: 400 },
    ],
    ['says nothing', late(hang), { kind: 'timed-out' }],
    ['falls silent', late(sendsThenHangs(text('Loom'))), { kind: 'timed-out' }],
    ['breaks off', answering(sendsThenLeaves(text('Loom'))), { kind: 'cut' }],
    ['sends an error', answering(sends(text('Loom'), FAILED_IN_STREAM)), { kind: 'cut' }],
    ['does not end', answering(sends(text('Loom'))), { kind: 'cut' }],
    ['is a page', answering(replyPage(200)), { kind: 'nonsense' }],
    ['is no JSON', answering(sends(text('Loom'), event('{"a'), finish())), { kind: 'nonsense' }],
  ])(
    'each failure of a hosted model has its own log record and status: %s',
    async (_what, begin, details) => {
      const { ask, logged, modelStatus } = service({ url: await begin() })
      expect(await modelStatus()).toMatchObject({ failing: false, lastFailure: null })
      await ask()
      vi.useRealTimers()
      const { failing, lastFailure } = await modelStatus()
      expect(failing).toBe(true)
      const { at, ...known } = lastFailure
      expect(at).toBe('2026-11-20T18:00:00.000Z')
      expect(known).toMatchObject(details)
      expect(logged('upstream-call').at(-1)).toMatchObject({ outcome: 'failed', ...details })
      expect(JSON.stringify([lastFailure, logged('upstream-call'), logged('run')])).not.toMatch(
        /sk-/,
      )
    },
  )

  it('after a success the status no longer shows the failure', async () => {
    upstream.answerWith(inTurn(replyPage(200), sends(text('Loom'), finish())))
    const { ask, modelStatus } = service()
    await ask()
    expect(await modelStatus()).toMatchObject({ failing: true, lastSuccess: null })
    await ask()
    expect(await modelStatus()).toMatchObject({
      failing: false,
      lastSuccess: '2026-11-20T18:00:00.000Z',
      lastFailure: { kind: 'nonsense' },
    })
  })

  it('a caller that leaves or does not read is no failure of the model', async () => {
    upstream.answerWith(sendsThenHangs(text('Loom')))
    const { app, modelStatus } = service()
    const response = await app.request('/stream', post({ messages: [user('go')] }))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(await modelStatus()).toMatchObject({ failing: false, lastFailure: null })
  })
})

describe('MODEL_FALLBACK=embedded', () => {
  const env = { MODEL_FALLBACK: 'embedded' }
  const NOTICE = /^The hosted language model does not answer right now, so the embedded one does\./

  it.each<[string, Answer]>([
    ['refuses', reply('{}', 401)],
    ['had an internal error', reply('{}', 500, SOON)],
    ['answers with a page', replyPage(200)],
    ['sends what is no JSON', sends(event('{"a'), finish())],
  ])(
    'MODEL_FALLBACK: the embedded model answers, and is named, when the hosted model %s',
    async (_what, answer) => {
      upstream.answerWith(answer)
      const { ask, logged } = service({ env })
      const { said, types } = await ask('top 3 today')
      expect(said).toMatch(NOTICE)
      expect(said.match(new RegExp(NOTICE.source.slice(1), 'g'))).toHaveLength(1)
      expect(types).toContain('tool_result')
      expect(types.at(-1)).toBe('done')
      expect(logged('model-fallback')).toMatchObject([{ level: 'warn', code: 'upstream-failed' }])
      expect(logged('run')).toMatchObject([{ outcome: 'finished', steps: 2 }])
    },
  )

  it('MODEL_FALLBACK: the embedded model answers when the hosted model is silent for too long', async () => {
    hurryClock(20_000)
    upstream.answerWith(hang)
    const { said } = await service({ env }).ask('hello')
    vi.useRealTimers()
    expect(said).toMatch(NOTICE)
    for (const { closed } of upstream.questions) await closed
  })

  it('MODEL_FALLBACK: the embedded model continues from tool results of the hosted model', async () => {
    const call = sends(toolCall('getTopProducts', '{"limit":2}'), finish('tool_calls'))
    upstream.answerWith(inTurn(call, reply('{}', 403)))
    const { said, types } = await service({ env }).ask('top 2 of all time')
    expect(said).toMatch(NOTICE)
    expect(said).toMatch(/1\. .*\n2\. /)
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(1)
  })

  it('MODEL_FALLBACK: an answer that the hosted model has begun is not taken over', async () => {
    upstream.answerWith(sendsThenLeaves(text('Loom is')))
    const { said, types } = await service({ env }).ask()
    expect(said).toBe('Loom is')
    expect(types.at(-1)).toBe('error')
  })

  it('MODEL_FALLBACK: a hosted model that answers is used alone', async () => {
    upstream.answerWith(sends(text('Loom.'), finish()))
    const { ask, logged } = service({ env })
    expect((await ask()).said).toBe('Loom.')
    expect(logged('model-fallback')).toEqual([])
  })
})

async function byteByByte(bytes: Buffer, response: ServerResponse) {
  for (const byte of bytes) {
    response.write(Buffer.of(byte))
    if (byte % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** Waits until a number stays as it is. */
async function settled(read: () => number) {
  let last = Number.NaN
  while (read() !== last) {
    last = read()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
