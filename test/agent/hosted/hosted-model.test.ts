import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostedModel } from '../../../src/agent/hosted/hosted-model.ts'
import {
  event,
  finish,
  inTurn,
  sends,
  sendsThenHangs,
  sendsThenLeaves,
  text,
} from '../../helper/model-server.ts'
import { readUntil } from '../../helper/read-until.ts'
import { jsonLines, post, testApp, user } from '../../helper/test-services.ts'
import {
  type Answer,
  hang,
  redirect,
  refusingUrl,
  reply,
  replyPage,
  reset,
  startUpstream,
  type Upstream,
} from '../../helper/upstream-server.ts'
import { collect, run } from '../run.fixture.ts'

const SECRET = 'sk-test-secret'
const WORDS = 'words of the provider'
const QUESTION = [user('What was on top today?')]

/** A well-behaved provider, and one that fails in all the ways in which the first cannot. */
let upstream: Upstream
const provider = new LLMock({ host: '127.0.0.1' })
let hurry: NodeJS.Timeout

beforeAll(async () => {
  upstream = await startUpstream(hang)
  await provider.start()
})
beforeEach(() => {
  upstream.questions.length = 0
  provider.reset()
})
afterEach(() => {
  clearInterval(hurry)
  vi.restoreAllMocks()
  vi.useRealTimers()
})
afterAll(async () => {
  await upstream.stop()
  await provider.stop()
})

/** So much time goes by in 20 milliseconds. */
function hurryClock(stepMs: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  hurry = setInterval(() => vi.advanceTimersByTime(stepMs), 20)
}

function service(url: string) {
  const env = { OPENAI_API_KEY: SECRET, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'gpt-test' }
  const { app, lines, records } = testApp({ env })
  const logged = (event: string) => records().filter((record) => record.event === event)
  return { app, log: lines, logged }
}

interface Line {
  type: string
  content?: string
  message?: string
  [field: string]: unknown
}

async function stream(url: string, messages: unknown[] = QUESTION) {
  const { app, log, logged } = service(url)
  const lines: Line[] = await jsonLines(await app.request('/stream', post({ messages })))
  const types = lines.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])
  return { app, lines, types, text: textOf(lines), log, logged }
}

function textOf(lines: readonly Line[]) {
  return lines.map(({ content }) => content ?? '').join('')
}

async function chat(url: string, messages: unknown[] = QUESTION) {
  const { app, log, logged } = service(url)
  const response = await app.request('/api/chat', post({ messages }))
  return { response, body: await response.json(), log, logged }
}

/** What both routes make of a provider that answers so; nobody else's words are among it. */
async function failure(answer: Answer) {
  upstream.answerWith(answer)
  return failureAt(upstream.url)
}

async function failureAt(url: string) {
  const [streamed, whole] = await Promise.all([stream(url), chat(url)])
  const told = [streamed.lines, streamed.log, whole.body, whole.log]
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`${SECRET}|${WORDS}|127\\.0\\.0\\.1`))
  expect(streamed.logged('run')).toMatchObject([{ outcome: 'failed', level: 'error' }])
  expect(callsOf(whole)).toEqual(callsOf(streamed))

  const { code, error } = whole.body
  expect(streamed.lines.at(-1)).toMatchObject({ type: 'error', message: error })
  return {
    types: streamed.types,
    text: streamed.text,
    message: error,
    status: whole.response.status,
    code,
    retryAfter: whole.response.headers.get('retry-after') ?? undefined,
    calls: callsOf(streamed),
  }
}

/** Each call of the provider as the log has it. */
function callsOf({ logged }: Pick<ReturnType<typeof service>, 'logged'>) {
  return logged('upstream-call').map(({ upstream, outcome, ms, budgetLeft, code }) => {
    expect({ upstream, budgetLeft }).toEqual({ upstream: 'language model', budgetLeft: null })
    expect(ms).toBeGreaterThanOrEqual(0)
    return code ? `${outcome}: ${code}` : outcome
  })
}

/** What a failure looks like that left no word of an answer. */
function silent(message: string) {
  return {
    types: ['text_start', 'text_delta', 'error'],
    text: `Sorry, that did not work. ${message}`,
    message,
  }
}

const BROKE_OFF = 'The language model did not complete its answer.'
const UNREADABLE = 'The language model sent an unreadable response.'

const FAILED = 'failed: upstream-failed'

function questionsOf(server: Upstream): ChatCompletionRequest[] {
  return server.questions.map(({ body }) => JSON.parse(body))
}

describe('a hosted model', () => {
  const input = { timeframe: 'today', limit: 3 }

  beforeEach(() => {
    const call = { name: 'getTopProductsByTimeframe', arguments: JSON.stringify(input), id: 'c1' }
    const usage = { prompt_tokens: 10, completion_tokens: 4 }
    provider.on({ hasToolResult: false }, { toolCalls: [call], usage })
    provider.on({ hasToolResult: true }, { content: 'Loom is on top, with Arc behind it.', usage })
  })

  it('a streamed answer has the tool call, its result and the text', async () => {
    const { types, lines, text, logged } = await stream(provider.url)
    expect(types).toEqual([
      ...['text_start', 'tool_call_start', 'tool_call_args', 'tool_call_end', 'tool_result'],
      ...['text_delta', 'text_end', 'done'],
    ])
    expect(lines[2]?.args).toEqual({ ...input, tz: 'America/New_York' })
    expect(lines[4]?.result).toMatchObject({ order: 'RANKING', posts: { length: 3 } })
    expect(text).toBe('Loom is on top, with Arc behind it.')
    expect(logged('run')).toMatchObject([
      { outcome: 'finished', toolCalls: 1, inputTokens: 20, outputTokens: 8, totalTokens: 28 },
    ])
    expect(callsOf({ logged })).toEqual(['finished', 'finished'])
  })

  it('a hosted model is asked at /chat/completions with our key', async () => {
    await stream(provider.url)
    const asked = provider.getRequests()
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/chat/completions',
      'POST /v1/chat/completions',
    ])
    expect(asked[0]?.body).toMatchObject({ model: 'gpt-test', stream: true })
    expect(asked[0]?.body).toMatchObject({ stream_options: { include_usage: true } })
  })

  it('a hosted model is offered the tools with the ranges and defaults of their input', async () => {
    upstream.answerWith(sends(text('Hello.'), finish()))
    await stream(upstream.url)
    expect(upstream.questions[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    const offered = questionsOf(upstream)[0]?.tools ?? []
    expect(offered.map(({ type, function: { name } }) => `${type} ${name}`)).toEqual([
      'function getTopProducts',
      'function getTopProductsThisWeek',
      'function getTopProductsByTimeframe',
      'function searchProducts',
      'function getTrendingProducts',
      'function getProductHistory',
      'function triggerConfetti',
    ])
    for (const { function: of } of offered) {
      expect(of.description).toMatch(/\w{3,}/)
      expect(of.parameters).toMatchObject({ type: 'object' })
    }
    expect(offered[0]?.function.parameters).toMatchObject({
      properties: { limit: { type: 'integer', minimum: 1, maximum: expect.any(Number) } },
    })
    expect(offered[2]?.function.parameters).toMatchObject({
      properties: { limit: { default: expect.any(Number) } },
    })
  })

  it('a tool result is sent to the hosted model under the id of its call', async () => {
    const { lines } = await stream(provider.url)
    const told = messagesOf(1).slice(-2)
    expect(told).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function' }] },
      { role: 'tool', tool_call_id: 'c1' },
    ])
    expect(JSON.parse(String(told[1]?.content))).toEqual(lines[4]?.result)
  })

  it('a user who goes on after a result, without an answer, does not follow a tool', async () => {
    const call = { id: 'c', function: { name: 'setTheme', arguments: '{}' } }
    await stream(provider.url, [
      { role: 'assistant', toolCalls: [call] },
      { role: 'tool', toolCallId: 'c', content: 'dark' },
      ...QUESTION,
    ])
    const sent = messagesOf(0).map(({ role }) => role)
    expect(sent).toEqual(['system', 'assistant', 'tool', 'assistant', 'user'])
  })

  function messagesOf(request: number) {
    const body = provider.getRequests()[request]?.body
    return (body as ChatCompletionRequest | undefined)?.messages ?? []
  }
})

describe('a provider that refuses', () => {
  const SOON = { 'retry-after-ms': '1' }
  const refusal = (status: number, headers = {}) =>
    reply(JSON.stringify({ error: { message: `${WORDS} ${SECRET}` } }), status, headers)

  it.each([401, 403])('a provider that answers %i is a failure of our key', async (status) => {
    expect(await failure(refusal(status))).toEqual({
      ...silent('The language model does not accept the credentials of this service.'),
      status: 502,
      code: 'upstream-failed',
      calls: [FAILED],
    })
  })

  it.each([400, 404])('a provider that answers %i is not asked again', async (status) => {
    expect(await failure(refusal(status))).toEqual({
      ...silent('The language model rejected the request.'),
      status: 502,
      code: 'upstream-failed',
      calls: [FAILED],
    })
  })

  it('a redirect of the provider is not followed', async () => {
    expect(await failure(redirect('/elsewhere', 307))).toEqual({
      ...silent('The language model redirected the request.'),
      status: 502,
      code: 'upstream-failed',
      calls: [FAILED],
    })
    expect(new Set(upstream.questions.map(({ path }) => path))).toEqual(
      new Set(['/v1/chat/completions']),
    )
  })

  it('after a 429 the provider is asked once more, as late as it said', async () => {
    const startedMs = performance.now()
    expect(await failure(refusal(429, { 'retry-after': '1' }))).toEqual({
      ...silent('The language model is rate limited. Try again later.'),
      status: 503,
      code: 'upstream-unavailable',
      retryAfter: '1',
      calls: ['failed: upstream-unavailable', 'failed: upstream-unavailable'],
    })
    expect(performance.now() - startedMs).toBeGreaterThan(950)
  })

  it('a provider that asks for a longer wait is not asked again', async () => {
    expect(await failure(refusal(429, { 'retry-after': '60' }))).toMatchObject({
      ...{ status: 503, retryAfter: '60', calls: ['failed: upstream-unavailable'] },
    })
  })

  it.each([500, 502, 503, 529])('after a %i the provider is asked once more', async (status) => {
    expect(await failure(refusal(status, SOON))).toEqual({
      ...silent('The language model had an internal error.'),
      status: 502,
      code: 'upstream-failed',
      retryAfter: '1',
      calls: [FAILED, FAILED],
    })
    expect(upstream.questions).toHaveLength(4)
  })

  it('a second attempt that succeeds is a success', async () => {
    upstream.answerWith(inTurn(refusal(500, SOON), sends(text('Loom.'), finish())))
    const { types, text: said, logged } = await stream(upstream.url)
    expect(types).toEqual(['text_start', 'text_delta', 'text_end', 'done'])
    expect(said).toBe('Loom.')
    expect(callsOf({ logged })).toEqual([FAILED, 'finished'])
  })
})

describe('a provider that cannot be had', () => {
  const unreachable = {
    ...silent('The language model could not be reached.'),
    status: 502,
    code: 'upstream-failed',
    calls: [FAILED, FAILED],
  }

  it('a refused connection is a failure of the provider', async () => {
    const url = await refusingUrl()
    hurryClock(1_000)
    expect(await failureAt(url)).toEqual(unreachable)
  })

  it.each([
    ['the URL', { apiKey: SECRET, baseURL: `http://user:${SECRET}@127.0.0.1:1` }],
    ['the key', { apiKey: `${SECRET}\nx`, baseURL: 'http://127.0.0.1:1' }],
  ])('an error of fetch that quotes %s is not logged', async (_what, options) => {
    hurryClock(1_000)
    const { events, records } = run(hostedModel({ ...options, model: 'gpt-test' }))
    const { seen, ended } = collect(events)
    await ended
    expect(seen.at(-1)).toMatchObject({ type: 'run-error', message: unreachable.message })
    const log = records()
    expect(log.at(-1)).toMatchObject({ event: 'run', error: { kind: 'unreachable' } })
    expect(JSON.stringify(log)).not.toContain(SECRET)
  })

  it('a reset connection is a failure of the provider', async () => {
    hurryClock(1_000)
    expect(await failure(reset)).toEqual(unreachable)
  })
})

describe('a provider that answers with what is no answer', () => {
  const broken = { ...silent(BROKE_OFF), status: 502, code: 'upstream-failed', calls: [FAILED] }
  const half = {
    types: ['text_start', 'text_delta', 'error'],
    text: 'Loom is on',
    message: BROKE_OFF,
  }
  const words = { error: { message: `${WORDS} ${SECRET}`, type: 'server_error', code: null } }

  it.each<[string, Answer]>([
    ['a page', replyPage(200)],
    ['an answer that does not stream', reply(JSON.stringify({ choices: [{ message: WORDS }] }))],
    ['a chunk that is no JSON', sends(event(`{"${WORDS}`), finish())],
    ['a chunk of another shape', sends(event({ choices: WORDS }), finish())],
  ])('what cannot be read as an answer is called that: %s', async (_what, answer) => {
    expect(await failure(answer)).toEqual({ ...broken, ...silent(UNREADABLE) })
  })

  it.each<[string, Answer]>([
    ['an empty stream', sends()],
    ['a stream that only ends', sends(event('[DONE]'))],
  ])('an answer without any text is a failure: %s', async (_what, answer) => {
    expect(await failure(answer)).toEqual(broken)
  })

  it.each<[string, Answer]>([
    ['the connection is gone', sendsThenLeaves(text('Loom is '), text('on'))],
    ['a gateway ends it as if it were whole', sends(text('Loom is '), text('on'))],
    ['it sends an error', sends(text('Loom is on'), event(words))],
  ])('an answer that ends in the middle is a failure after its text: %s', async (_what, answer) => {
    expect(await failure(answer)).toEqual({ ...broken, ...half })
  })

  it('an answer with what is no JSON in the middle is a failure after its text', async () => {
    const answer = sends(text('Loom is on'), event(`{"${WORDS}`), text(' top'), finish())
    expect(await failure(answer)).toEqual({ ...broken, ...half, message: UNREADABLE })
  })

  it('an answer that is cut before its first word is asked for once more', async () => {
    const cut = sendsThenLeaves(': hello\n\n')
    hurryClock(1_000)
    expect(await failure(cut)).toEqual({ ...broken, calls: [FAILED, FAILED] })
  })

  it('an error in the stream before any text is a failure', async () => {
    const answer: Answer = (question, response) => {
      response.setHeader('retry-after-ms', '1')
      sends(event(words))(question, response)
    }
    expect(await failure(answer)).toEqual({
      ...silent('The language model had an internal error.'),
      status: 502,
      code: 'upstream-failed',
      retryAfter: '1',
      calls: [FAILED, FAILED],
    })
  })

  it('a provider that sends nonsense is disconnected', async () => {
    await failure(sendsThenHangs(text('Loom is on'), event(words)))
    for (const { closed } of upstream.questions) await closed
  })
})

describe('a provider that takes too long', () => {
  const late = {
    message: 'The language model took too long.',
    status: 504,
    code: 'upstream-timeout',
    calls: ['failed: upstream-timeout'],
  }

  it.each<[string, Answer, string]>([
    ['before its headers', hang, `Sorry, that did not work. ${late.message}`],
    ['before its first word', sendsThenHangs(), `Sorry, that did not work. ${late.message}`],
    ['in the middle of its answer', sendsThenHangs(text('Loom is on')), 'Loom is on'],
  ])('a provider that takes too long is aborted: %s', async (_where, answer, said) => {
    hurryClock(60_000)
    expect(await failure(answer)).toEqual({
      ...late,
      types: ['text_start', 'text_delta', 'error'],
      text: said,
    })
    for (const { closed } of upstream.questions) await closed
  })
})

describe('a reader that leaves', () => {
  it.each<[string, Answer, string]>([
    ['before the headers', hang, 'text_start'],
    ['before the first word', sendsThenHangs(), 'text_start'],
    ['in the middle of an answer', sendsThenHangs(text('Loom is')), 'text_delta'],
  ])(
    'a reader that leaves closes the connection to the provider: %s',
    async (_when, answer, lastSeen) => {
      upstream.answerWith(answer)
      const { app, logged } = service(upstream.url)
      const response = await app.request('/stream', post({ messages: QUESTION }))
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      await readUntil(reader, lastSeen)
      const pending = reader.read()
      await expect.poll(() => upstream.questions.length).toBe(1)

      const leftMs = performance.now()
      await reader.cancel()
      const { atMs } = (await upstream.questions[0]?.closed) ?? { atMs: Infinity }
      expect(atMs - leftMs).toBeLessThan(1_000)
      expect(await pending).toMatchObject({ done: true })
      expect(logged('run')).toMatchObject([{ outcome: 'cancelled', level: 'info' }])
      expect(callsOf({ logged })).toEqual(['cancelled'])
    },
  )

  it.each<[string, Answer]>([
    ['before the headers', hang],
    ['in the middle of an answer', sendsThenHangs(text('Loom is'))],
  ])(
    'a caller of /api/chat that leaves closes the connection to the provider: %s',
    async (_when, answer) => {
      upstream.answerWith(answer)
      const { app, logged } = service(upstream.url)
      const caller = new AbortController()
      const init = { ...post({ messages: QUESTION }), signal: caller.signal }
      const answered = app.request('/api/chat', init)
      await expect.poll(() => upstream.questions.length).toBe(1)

      const leftMs = performance.now()
      caller.abort('Client connection prematurely closed.') // as the Node server words it
      const { atMs } = (await upstream.questions[0]?.closed) ?? { atMs: Infinity }
      expect(atMs - leftMs).toBeLessThan(1_000)
      await answered
      expect(logged('run')).toMatchObject([{ outcome: 'cancelled', level: 'info' }])
      expect(callsOf({ logged })).toEqual(['cancelled'])
    },
  )
})
