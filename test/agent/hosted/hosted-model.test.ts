import type { ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { hostedModel } from '../../../src/agent/hosted/hosted-model.ts'
import {
  event,
  finish,
  inTurn,
  sends,
  sendsThenHangs,
  sendsThenLeaves,
  text,
  toolCall,
} from '../../helper/model-server.ts'
import { readUntil } from '../../helper/read-until.ts'
import { jsonLines, post, user } from '../../helper/test-services.ts'
import {
  type Answer,
  hang,
  redirect,
  refusingUrl,
  reply,
  replyPage,
  reset,
} from '../../helper/upstream-server.ts'
import { hurryClock, SOON, service, upstream, withHost } from '../hosted-model.fixture.ts'
import { collect, run } from '../run.fixture.ts'

withHost()

const TOP = 'getTopProducts'
const LOOM = sends(text('Loom.'), finish())
const sent = (at: number) => JSON.parse(upstream.questions[at]?.body ?? '{}')
const refusal = (status: number, error: object = {}, headers = {}) =>
  reply(JSON.stringify({ error: { message: 'words of sk-test', ...error } }), status, {
    ...SOON,
    ...headers,
  })

describe('a hosted model', () => {
  it('is asked at /chat/completions with our key, and once more with the results of its calls', async () => {
    upstream.answerWith(inTurn(sends(toolCall(TOP, '{"limit":1}'), finish('tool_calls')), LOOM))
    const { ask, logged } = service()
    const { said, types, lines } = await ask()
    expect(said).toBe('Loom.')
    expect(types).toEqual([
      ...['text_start', 'tool_call_start', 'tool_call_args', 'tool_call_end', 'tool_result'],
      ...['text_delta', 'text_end', 'done'],
    ])
    const [{ method, path, headers } = {}] = upstream.questions
    expect([method, path]).toEqual(['POST', '/v1/chat/completions'])
    expect(headers?.authorization).toBe('Bearer sk-test')
    expect(sent(0)).toMatchObject({
      ...{ model: 'm', stream: true, stream_options: { include_usage: true } },
      tools: expect.arrayContaining([expect.objectContaining({ type: 'function' })]),
    })
    const [assistant, result] = sent(1).messages.slice(-2)
    expect(assistant).toMatchObject({ content: null, tool_calls: [{ id: `call-${TOP}` }] })
    expect(result).toMatchObject({ role: 'tool', tool_call_id: `call-${TOP}` })
    expect(JSON.parse(result.content)).toEqual(lines[4]?.result)
    expect(logged('upstream-call')).toMatchObject([
      { upstream: 'language model', outcome: 'finished', budgetLeft: null },
      { outcome: 'finished' },
    ])
  })

  it('is sent the headers that its gateway wants, in place of ours', async () => {
    upstream.answerWith(LOOM)
    const env = { OPENAI_HEADERS: 'x-portkey-provider: @openai\nauthorization: Basic abc' }
    await service({ env }).ask()
    expect(upstream.questions[0]?.headers).toMatchObject({
      ...{ 'x-portkey-provider': '@openai', authorization: 'Basic abc' },
      'content-type': 'application/json',
    })
  })

  it('is heard where the server has a class of its own for responses', async () => {
    vi.stubGlobal('Response', class extends Response {})
    upstream.answerWith(LOOM)
    const { said } = await service().ask()
    vi.unstubAllGlobals()
    expect(said).toBe('Loom.')
  })

  it('text before and after a tool call keeps its place', async () => {
    const step = [text('Let me '), text('see.'), toolCall(TOP, '{"limit":1}'), text(' One moment.')]
    upstream.answerWith(inTurn(sends(...step, finish('tool_calls')), LOOM))
    const { said } = await service().ask()
    expect(said).toBe('Let me see. One moment.\n\nLoom.')
    expect(sent(1).messages.at(-2)).toMatchObject({ content: 'Let me see. One moment.' })
  })

  it('ids of calls are unique in a thread, and both ends of a pair have the same', async () => {
    upstream.answerWith(sends(toolCall('setTheme', '{}'), finish('tool_calls')))
    const { app } = service()
    const messages: object[] = []
    const ids: string[] = []
    for (const words of ['dark', 'light', 'dark again']) {
      messages.push(user(words))
      const body = { messages, tools: [{ name: 'setTheme' }] }
      const lines = await jsonLines(await app.request('/stream', post(body)))
      const { tool_call_id: id } = lines.find(({ type }) => type === 'tool_call_args') ?? {}
      ids.push(String(id))
      const toolCalls = [{ id, function: { name: 'setTheme', arguments: '{}' } }]
      messages.push(
        { role: 'assistant', toolCalls },
        { role: 'tool', toolCallId: id, content: words },
      )
    }
    expect(ids[0]).toBe('call-setTheme')
    expect(new Set(ids).size).toBe(3)
    const told = sent(2).messages.filter(({ role }: { role: string }) => role === 'tool')
    expect(told).toMatchObject([
      { tool_call_id: ids[0], content: 'dark' },
      { tool_call_id: ids[1], content: 'light' },
    ])
  })

  it('a name that the host cannot have is turned back for the client', async () => {
    upstream.answerWith((question, response) => {
      const { name } = JSON.parse(question.body).tools.at(-1).function
      sends(toolCall(name, '{}'), finish('tool_calls'))(question, response)
    })
    const body = { messages: [user('go')], tools: [{ name: 'show.größe' }] }
    const lines = await jsonLines(await service().app.request('/stream', post(body)))
    expect(sent(0).tools.at(-1).function).toEqual({
      name: 'show_gr__e',
      parameters: { properties: {}, type: 'object' },
    })
    expect(lines).toContainEqual(expect.objectContaining({ tool_name: 'show.größe', args: {} }))
  })

  it('any bytes are a sign of life', async () => {
    const signs = [event({ choices: [{ delta: { reasoning: 'hm' } }] }), text(''), ': ping\n\n']
    hurryClock(2_000) // as if it took a minute and more
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let count = 0
      const timer = setInterval(() => {
        count += 1
        if (count < 66) return response.write(signs[count % signs.length])
        clearInterval(timer)
        return response.end(text('Loom.') + finish())
      }, 10)
    })
    expect((await service().ask()).said).toBe('Loom.')
  })

  it('is read no faster than the caller reads', async () => {
    let written = 0
    let response: ServerResponse | undefined
    upstream.answerWith((_question, answer) => {
      response = answer.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = text('x'.repeat(10_000))
      const write = () => {
        do written += piece.length
        while (answer.write(piece) && written < 200_000_000)
      }
      answer.on('drain', write)
      write()
    })
    const answer = await service().app.request('/stream', post({ messages: [user('go')] }))
    const reader = answer.body!.getReader()
    for (let at = 0; at < 5; at += 1) await reader.read()
    await vi.waitFor(() => expect(response?.writableNeedDrain).toBe(true))
    expect(written).toBeLessThan(40_000_000) // what the sockets of a loopback hold
    await reader.cancel()
  })
})

describe('what a host refuses is left out', () => {
  const refusing = (word: string, status = 400): Answer => {
    return (question, response) => {
      const answer = question.body.includes(word) ? refusal(status) : LOOM
      return answer(question, response)
    }
  }
  const withField = (id = 'c') => {
    const call = { id, index: 0, function: { name: TOP, arguments: '{"limit":1}' } }
    const delta = { reasoning_content: 'Hm.', tool_calls: [{ ...call, extra_content: { a: 's' } }] }
    return sends(event({ choices: [{ delta }] }), finish('tool_calls'))
  }

  it.each([400, 422])('stream options, for good after a %i', async (status) => {
    upstream.answerWith(refusing('stream_options', status))
    const { ask, logged } = service()
    expect((await ask()).said + (await ask()).said).toBe('Loom.Loom.')
    const has = upstream.questions.map(({ body }) => body.includes('stream_options'))
    expect(has).toEqual([true, false, false])
    expect(logged('upstream-call')).toHaveLength(2)
  })

  it('the fields that it had put there, for the rest of the run', async () => {
    let calls = 0
    upstream.answerWith((question, response) => {
      const isNew = calls < 2 && !question.body.includes('reasoning_content')
      calls += isNew ? 1 : 0
      return (isNew ? withField(`c${calls}`) : refusing('extra_content'))(question, response)
    })
    const { ask } = service()
    expect((await ask()).said).toBe('Loom.')
    const has = upstream.questions.map(({ body }) => /reasoning_content|extra_content/.test(body))
    expect(has).toEqual([false, true, true, false, false])
    expect(sent(4)).toHaveProperty('stream_options')
    expect((await ask()).said).toBe('Loom.')
    expect(sent(5)).toHaveProperty('stream_options')
  })

  it('long ids, for good, with the same in a call and its result', async () => {
    const id = `call_${'x'.repeat(900)}`
    upstream.answerWith(refusing(id))
    const call = { id, function: { name: 'setTheme', arguments: '{}' } }
    const messages = [
      { role: 'assistant', toolCalls: [call] },
      { role: 'tool', toolCallId: id, content: 'dark' },
      user('go on'),
    ]
    const { app } = service()
    for (let round = 0; round < 2; round += 1) {
      const lines = await jsonLines(await app.request('/stream', post({ messages })))
      expect(lines.at(-1)).toMatchObject({ type: 'done' })
    }
    expect(upstream.questions).toHaveLength(4)
    expect(sent(3)).toHaveProperty('stream_options')
    const [, , assistant, result] = sent(3).messages
    expect(assistant.tool_calls[0].id).toBe(result.tool_call_id)
    expect(result.tool_call_id).toMatch(/^\w{40}$/)
  })

  it('ids and fields go back as they came where nobody refuses them', async () => {
    const id = 'c'.repeat(900)
    upstream.answerWith(inTurn(withField(id), LOOM))
    await service().ask()
    expect(sent(1).messages.slice(-2)).toMatchObject([
      { reasoning_content: 'Hm.', tool_calls: [{ id, extra_content: { a: 's' } }] },
      { tool_call_id: id },
    ])
  })

  it('a request that is refused for another reason is a failure', async () => {
    upstream.answerWith(inTurn(refusal(400), refusal(400), LOOM))
    const { ask } = service()
    expect((await ask()).said).toContain('rejected the request')
    expect((await ask()).said).toBe('Loom.')
    expect(sent(2)).toHaveProperty('stream_options')
  })
})

const FAILED = 'failed: upstream-failed'

/** What two routes make of a host that answers so; nobody else's words are among it. */
async function failure(answer: Answer, url = upstream.url, env = {}) {
  upstream.answerWith(answer)
  const { app, ask, logged } = service({ url, env })
  const streamed = await ask()
  const calls = logged('upstream-call').map(({ outcome, code }) => `${outcome}: ${code}`)
  const whole = await app.request('/api/chat', post({ message: 'top' }))
  const body = await whole.json()
  expect(streamed.lines.at(-1)).toMatchObject({ type: 'error', message: body.error })
  const told = JSON.stringify([streamed.lines, body, logged('run'), logged('upstream-call')])
  expect(told).not.toMatch(/sk-test|words of|127\.0\.0\.1/)
  return {
    said: streamed.said.replace(`Sorry, that did not work. ${body.error}`, '…'),
    message: body.error.replace(/^The language model (.*)\.$/, '$1'),
    status: whole.status,
    code: body.code,
    calls,
  }
}

const silent = { said: '…', status: 502, code: 'upstream-failed' }

describe('a host that fails', () => {
  it.each<[string, Answer, string, string[]]>([
    ['401', refusal(401), 'does not accept the credentials of this service', [FAILED]],
    ['403', refusal(403), 'does not accept the credentials of this service', [FAILED]],
    ['404', refusal(404), 'rejected the request', [FAILED]],
    ['a redirect', redirect('/elsewhere', 307), 'redirected the request', [FAILED]],
    ['500', refusal(500), 'had an internal error', [FAILED, FAILED]],
    ['529', refusal(529), 'had an internal error', [FAILED, FAILED]],
    ['a page', replyPage(200), 'sent an unreadable response', [FAILED]],
    ['half an object', sends(event('{"a'), finish()), 'sent an unreadable response', [FAILED]],
    [
      'an error in the stream',
      inTurnWith(event({ error: 'sk-test' })),
      'had an internal error',
      [FAILED, FAILED],
    ],
    [
      'tool_use_failed',
      refusal(400, { code: 'tool_use_failed' }),
      'rejected the request',
      [FAILED, FAILED],
    ],
    ['a filter', refusal(400, { code: 'content_filter' }), 'rejected the request', [FAILED]],
  ])('%s', async (_what, answer, message, calls) => {
    expect(await failure(answer)).toEqual({ ...silent, message, calls })
  })

  it.each<[string, Answer, string, string[]]>([
    ['no answer', sends(), 'did not complete its answer', [FAILED, FAILED]],
    ['an end alone', sends(event('[DONE]')), 'did not arrive at an answer', [FAILED, FAILED]],
    [
      'a reason alone',
      sends(text(' \n'), finish()),
      'did not arrive at an answer',
      [FAILED, FAILED],
    ],
    [
      'a thought alone',
      sends(event({ choices: [{ delta: { reasoning: 'Hm.' } }] }), finish()),
      'did not arrive at an answer',
      [FAILED, FAILED],
    ],
    [
      'a filter',
      sends(finish('content_filter')),
      'did not answer, because its host filters such questions',
      [FAILED],
    ],
    [
      'an end before its first word',
      sendsThenLeaves(': hello\n\n'),
      'did not complete its answer',
      [FAILED, FAILED],
    ],
    ['a reset', reset, 'could not be reached', [FAILED, FAILED]],
  ])('an answer without a word is a failure: %s', async (_what, answer, message, calls) => {
    hurryClock(1_000)
    expect(await failure(answer)).toEqual({ ...silent, message, calls })
  })

  it.each<[string, Answer, string]>([
    ['the connection is gone', sendsThenLeaves(text('Loom')), 'did not complete its answer'],
    ['it ends as if it were whole', sends(text('Loom')), 'did not complete its answer'],
    [
      'an error',
      sendsThenHangs(text('Loom'), event({ error: 'sk-test' })),
      'did not complete its answer',
    ],
    ['a reason that says so', sends(text('Loom'), finish('failed')), 'did not complete its answer'],
    ['half an object', sends(text('Loom'), event('{"a'), finish()), 'sent an unreadable response'],
  ])('an answer that breaks off is one after its text: %s', async (_what, answer, message) => {
    expect(await failure(answer)).toEqual({ ...silent, said: 'Loom', message, calls: [FAILED] })
  })

  it('a host that sends nonsense is disconnected', async () => {
    await failure(sendsThenHangs(text('Loom'), event('{"a')))
    for (const { closed } of upstream.questions) await closed
  })

  it.each([
    ['before a tool', []],
    ['after a tool, with words before it', [text('Let me see.')]],
  ])('an empty answer is left to the fallback: %s', async (_when, words) => {
    hurryClock(1_000)
    const empty = sends(finish())
    const call = sends(...words, toolCall(TOP, '{"limit":1}'), finish('tool_calls'))
    upstream.answerWith(words.length > 0 ? inTurn(call, empty) : empty)
    const { ask, modelStatus } = service({ env: { MODEL_FALLBACK: 'embedded' } })
    const { said, types } = await ask('top 1 of all time')
    expect(said).toContain('so the embedded one does.')
    expect(types.at(-1)).toBe('done')
    expect(await modelStatus()).toMatchObject({ lastFailure: { kind: 'empty' } })
  })

  it('what a filter refused is left to the fallback at once', async () => {
    upstream.answerWith(sends(finish('content_filter')))
    const { ask } = service({ env: { MODEL_FALLBACK: 'embedded' } })
    expect((await ask('top 1 of all time')).types.at(-1)).toBe('done')
    expect(upstream.questions).toHaveLength(1)
  })

  it('a second attempt that succeeds is a success', async () => {
    upstream.answerWith(inTurn(refusal(400, { type: 'tool_use_failed' }), LOOM))
    expect((await service().ask()).said).toBe('Loom.')
  })

  it('a host is asked once more as late as it says, unless that is too late', async () => {
    const late = refusal(429, {}, { 'retry-after-ms': '', 'retry-after': '60' })
    const startedMs = performance.now()
    const limited = { ...silent, status: 503, code: 'upstream-unavailable' }
    const message = 'is rate limited. Try again later'
    const calls = ['failed: upstream-unavailable']
    expect(await failure(late)).toEqual({ ...limited, message, calls })
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    const soon = refusal(429, {}, { 'retry-after-ms': '', 'retry-after': '0.2' })
    const againMs = performance.now()
    expect(await failure(soon)).toEqual({ ...limited, message, calls: [...calls, ...calls] })
    expect(performance.now() - againMs).toBeGreaterThan(390)
  })

  it('a refused connection is a failure', async () => {
    const url = await refusingUrl()
    hurryClock(1_000)
    const message = 'could not be reached'
    expect(await failure(hang, url)).toEqual({ ...silent, message, calls: [FAILED, FAILED] })
  })

  it.each([
    ['the URL', { apiKey: 'sk-test', baseURL: 'http://user:sk-test@127.0.0.1:1' }],
    ['the key', { apiKey: 'sk-test\nx', baseURL: 'http://127.0.0.1:1' }],
  ])('an error of fetch that quotes %s is not logged', async (_what, options) => {
    hurryClock(1_000)
    const { events, records } = run(hostedModel({ ...options, model: 'm' }))
    const { ended } = collect(events)
    await ended
    expect(records().at(-1)).toMatchObject({ event: 'run', error: { kind: 'unreachable' } })
    expect(JSON.stringify(records())).not.toContain('sk-test')
  })

  it.each<[string, Answer]>([
    ['before its headers', hang],
    ['before its first word', sendsThenHangs()],
  ])('a host that takes too long is aborted: %s', async (_where, answer) => {
    hurryClock(60_000)
    const late = { message: 'took too long', status: 504, code: 'upstream-timeout' }
    expect(await failure(answer)).toEqual({
      ...silent,
      ...late,
      calls: ['failed: upstream-timeout'],
    })
    for (const { closed } of upstream.questions) await closed
  })
})

function inTurnWith(...pieces: string[]): Answer {
  return (question, response) => {
    for (const [name, value] of Object.entries(SOON)) response.setHeader(name, value)
    sends(...pieces)(question, response)
  }
}

describe('a reader that leaves', () => {
  /** Earlier questions may still arrive. */
  const mine = () => upstream.questions.find(({ body }) => body.includes('I leave'))

  it.each<[string, Answer, string]>([
    ['before the headers', hang, 'text_start'],
    ['before the first word', sendsThenHangs(), 'text_start'],
    ['in the middle of an answer', sendsThenHangs(text('Loom is')), 'text_delta'],
  ])('closes the connection to the host: %s', async (_when, answer, lastSeen) => {
    upstream.answerWith(answer)
    const { app, logged } = service()
    const response = await app.request('/stream', post({ messages: [user('I leave')] }))
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    await readUntil(reader, lastSeen)
    const pending = reader.read()
    await expect.poll(mine).toBeDefined()
    await reader.cancel()
    await mine()?.closed
    expect(await pending).toMatchObject({ done: true })
    expect(logged('run')).toMatchObject([{ outcome: 'cancelled', level: 'info' }])
    expect(logged('upstream-call')).toMatchObject([{ outcome: 'cancelled' }])
  })

  it('a caller of /api/chat does, too', async () => {
    upstream.answerWith(sendsThenHangs(text('Loom is')))
    const { app, logged } = service()
    const caller = new AbortController()
    const answered = app.request('/api/chat', {
      ...post({ message: 'I leave' }),
      signal: caller.signal,
    })
    await expect.poll(mine).toBeDefined()
    caller.abort('Client connection prematurely closed.') // as the Node server words it
    await mine()?.closed
    await answered
    expect(logged('run')).toMatchObject([{ outcome: 'cancelled', level: 'info' }])
  })
})
