import { afterEach, describe, expect, it, vi } from 'vitest'
import { pacedModel } from '../helper/paced-model.ts'
import { says, scriptedModel } from '../helper/scripted-model.ts'
import { jsonLines, post, testApp, user } from '../helper/test-services.ts'
import { turnUntil } from '../helper/turns.ts'

const RESUMABLE = { 'x-resumable': 'true' }
const MESSAGES = { messages: [{ ...user('hi'), id: 'm1' }] }
const BODIES: Record<string, object> = {
  '/stream': MESSAGES,
  '/agent': { ...MESSAGES, threadId: 't1', runId: 'r1' },
  '/api/ui/chat': {
    id: 'c1',
    messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  },
}

/** Reads a stream until it has this text, and leaves. */
async function readUntil(response: Response, text: string) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  while (!read.includes(text)) read += (await reader.read()).value
  return { read, leave: () => reader.cancel() }
}

const numbersIn = (wire: string) =>
  [...wire.matchAll(/^id: (\d+)$|"seq":(\d+)}$/gm)].map(([, id, seq]) => Number(id ?? seq))

const withoutNumbers = (wire: string) => wire.replace(/^id: \d+\n|,"seq":\d+/gm, '')

afterEach(() => void vi.useRealTimers())

describe('a resumable run', () => {
  it.each(Object.keys(BODIES))('%s is resumed without a gap or a double', async (path) => {
    const { model, say } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const response = await app.request(path, post(BODIES[path], RESUMABLE))
    const runId = response.headers.get('x-run-id')
    await say(4)
    const { read, leave } = await readUntil(response, 'two')
    await leave()
    await say()

    const after = numbersIn(read).at(-1)
    const rest = await app.request(`/runs/${runId}/events?after=${after}`)
    expect(rest.headers.get('content-type')).toBe(response.headers.get('content-type'))
    const whole = read + (await rest.text())
    expect(numbersIn(whole)).toEqual(numbersIn(whole).map((_, index) => index + 1))
    expect(withoutNumbers(whole).match(/(?<=(content|delta)":")\w+/g)).toEqual([
      ...['one', 'two', 'three', 'four'],
    ])
    const again = await app.request(`/runs/${runId}/events`)
    expect(await again.text()).toBe(whole)
  })

  it.each(Object.keys(BODIES))('%s differs from another run in its numbers only', async (path) => {
    const { app } = testApp({ parts: { model: scriptedModel(says('one two')) } })
    const responses = await Promise.all([
      app.request(path, post(BODIES[path])),
      app.request(path, post(BODIES[path], RESUMABLE)),
    ])
    const [plain = '', resumable = ''] = await Promise.all(responses.map((one) => one.text()))
    expect(responses.map(({ headers }) => headers.has('x-run-id'))).toEqual([false, true])
    const ids = /[\da-f]{8}-[\da-f-]{27}/g
    expect(withoutNumbers(resumable).replace(ids, 'id')).toBe(plain.replace(ids, 'id'))
    expect(numbersIn(plain)).toEqual([])
  })

  it('the wish may be in the body of /stream', async () => {
    const { app } = testApp()
    const wish = { ...MESSAGES, resumable: true }
    const response = await app.request('/stream', post(wish))
    const [first] = await jsonLines(response)
    expect(first).toMatchObject({ type: 'text_start', seq: 1 })
    expect(response.headers.get('x-run-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('Last-Event-ID precedes after, and after the last event there is 204', async () => {
    const { app } = testApp({ parts: { model: scriptedModel(says('one')) } })
    const response = await app.request('/agent', post(BODIES['/agent'], RESUMABLE))
    const count = numbersIn(await response.text()).length
    const resume = (query: string, lastEventId = '') =>
      app.request(`/runs/${response.headers.get('x-run-id')}/events${query}`, {
        headers: { 'last-event-id': lastEventId },
      })
    const rest = await resume('?after=1', String(count - 1))
    expect(numbersIn(await rest.text())).toEqual([count])
    expect((await resume(`?after=${count}`)).status).toBe(204)
    expect((await resume('', '-1')).status).toBe(400)
    expect((await resume('?after=two')).status).toBe(400)
  })

  it('is resumed at once, before there is another event, and left as well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { model, say, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const response = await app.request('/stream', post(MESSAGES, RESUMABLE))
    await say(3)
    await (await readUntil(response, 'one')).leave()
    const rest = await app.request(`/runs/${response.headers.get('x-run-id')}/events?after=2`)
    expect(rest.status).toBe(200)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isAborted()).toBe(false)
    await rest.body?.cancel()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isAborted()).toBe(true)
  })

  it('is stopped by the next one of its chat', async () => {
    const { model, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const start = () => app.request('/api/ui/chat', post(BODIES['/api/ui/chat'], RESUMABLE))
    const [first, another] = [
      await start(),
      await app.request('/stream', post(MESSAGES, RESUMABLE)),
    ]
    expect(another.headers.has('x-run-id')).toBe(true)
    const second = await start()
    expect(await first.text()).toContain('"type":"abort"')
    const { headers } = await app.request('/api/ui/chat/c1/stream', { method: 'HEAD' })
    expect(headers.get('x-run-id')).toBe(second.headers.get('x-run-id'))
    expect(isAborted()).toBe(false)
  })

  it('continues for 30 seconds after its reader has left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { model, say, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const response = await app.request('/stream', post(MESSAGES, RESUMABLE))
    await say(3)
    const runId = response.headers.get('x-run-id')
    await (await readUntil(response, 'one')).leave()
    await vi.advanceTimersByTimeAsync(29_000)
    const second = await app.request(`/runs/${runId}/events`)
    const reading = await readUntil(second, 'one')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isAborted()).toBe(false)
    await reading.leave()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isAborted()).toBe(true)
    const lines = await jsonLines(await app.request(`/runs/${runId}/events?after=2`))
    expect(lines).toMatchObject([{ type: 'error', message: 'The run was stopped.', seq: 3 }])
    await vi.advanceTimersByTimeAsync(300_000)
    expect((await app.request(`/runs/${runId}/events`)).status).toBe(404)
  })

  it('DELETE stops it, and its readers are told', async () => {
    const { model, say, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const response = await app.request('/agent', post(BODIES['/agent'], RESUMABLE))
    await say(3)
    const path = `/runs/${response.headers.get('x-run-id')}`
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(204)
    expect(isAborted()).toBe(true)
    expect(await response.text()).toContain('"type":"RUN_ERROR","message":"The run was stopped."')
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(204)
  })

  it('is only known to the caller who started it', async () => {
    const tokens = ['a-token-of-one-caller', 'a-token-of-another-caller']
    const { app } = testApp({ env: { AGENT_TOKENS: tokens.join() }, parts: pacedModel() })
    const as = (token = '') => ({ authorization: `Bearer ${token}` })
    const init = post(BODIES['/api/ui/chat'], { ...RESUMABLE, ...as(tokens[0]) })
    const path = `/runs/${(await app.request('/api/ui/chat', init)).headers.get('x-run-id')}`
    const statusesFor = (headers: Record<string, string>) =>
      Promise.all([
        app.request(`${path}/events`, { headers, method: 'HEAD' }),
        app.request('/api/ui/chat/c1/stream', { headers, method: 'HEAD' }),
        app.request(path, { headers, method: 'DELETE' }),
      ]).then((responses) => responses.map(({ status }) => status))
    expect(await statusesFor(as(tokens[1]))).toEqual([404, 204, 404])
    expect(await statusesFor(as(tokens[0]))).toEqual([200, 200, 204])
  })

  it('a caller with too many of them gets one that ends when its reader leaves', async () => {
    const { model, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const start = () => app.request('/stream', post(MESSAGES, RESUMABLE))
    for (let count = 0; count < 250; count += 1) {
      expect((await start()).headers.has('x-run-id')).toBe(true)
    }
    const one = await start()
    expect(one.headers.has('x-run-id')).toBe(false)
    await turnUntil(() => model.doStreamCalls.length === 251)
    expect(isAborted()).toBe(false)
    await one.body?.cancel()
    expect(isAborted()).toBe(true)
  })

  it('where nothing outlives a request, a run ends with its reader', async () => {
    const { model, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model, resumableRuns: undefined } })
    const response = await app.request('/stream', post(MESSAGES, RESUMABLE))
    expect(response.headers.has('x-run-id')).toBe(false)
    await turnUntil(() => isAborted() === false)
    await response.body?.cancel()
    expect(isAborted()).toBe(true)
  })
})
