import { describe, expect, it, vi } from 'vitest'
import { runEvents, runs } from '../../src/storage/run-schema.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { says, scriptedModel } from '../helper/scripted-model.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { jsonLines, NOW, post, testApp, user } from '../helper/test-services.ts'
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

async function service({ parts = {}, env = {} }: Parameters<typeof testApp>[0] = {}) {
  return testApp({ parts, env, runtime: { database: await emptyDatabase() } })
}

/** Reads a stream until it has this text, and leaves. */
async function readUntil(response: Response, text: string) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  while (!read.includes(text)) read += (await reader.read()).value
  await reader.cancel()
  return read
}

const numbersIn = (wire: string) =>
  [...wire.matchAll(/^id: (\d+)$|"seq":(\d+)}$/gm)].map(([, id, seq]) => Number(id ?? seq))

const withoutNumbers = (wire: string) => wire.replace(/^id: \d+\n|,"seq":\d+/gm, '')

describe('a resumable run', () => {
  it.each(Object.keys(BODIES))('%s is resumed without a gap or a double', async (path) => {
    const { model, say } = pacedModel()
    const { app } = await service({ parts: { model } })
    const response = await app.request(path, post(BODIES[path], RESUMABLE))
    const runId = response.headers.get('x-run-id')
    await say(4)
    const read = await readUntil(response, 'two')
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
    const { app } = await service({ parts: { model: scriptedModel(says('one two')) } })
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
    const { app } = await service()
    const wish = { ...MESSAGES, resumable: true }
    const response = await app.request('/stream', post(wish))
    const [first] = await jsonLines(response)
    expect(first).toMatchObject({ type: 'text_start', seq: 1 })
    expect(response.headers.get('x-run-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('Last-Event-ID precedes after, and after the last event there is 204', async () => {
    const { app, services } = await service({ parts: { model: scriptedModel(says('one')) } })
    const response = await app.request('/agent', post(BODIES['/agent'], RESUMABLE))
    const count = numbersIn(await response.text()).length
    await services.resumableRuns?.stored()
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

  it('DELETE stops it, and its readers are told', async () => {
    const { model, say, isAborted } = pacedModel()
    const { app } = await service({ parts: { model } })
    const response = await app.request('/agent', post(BODIES['/agent'], RESUMABLE))
    await say(3)
    const path = `/runs/${response.headers.get('x-run-id')}`
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(204)
    expect(isAborted()).toBe(true)
    expect(await response.text()).toContain('"type":"RUN_ERROR","message":"The run was stopped."')
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(204)
  })

  it.each(Object.keys(BODIES))('%s ends with its error where its process is gone', async (path) => {
    const { app, services } = await service({ parts: pacedModel() })
    const { headers } = await app.request(path, post(BODIES[path], RESUMABLE))
    const { database } = services.platform!
    await database.update(runs).set({ state: 'stopped', endedAtMs: NOW.getTime() })
    await database.delete(runEvents)
    const text = await (await app.request(`/runs/${headers.get('x-run-id')}/events`)).text()
    expect(text).toMatch(
      /^(id: 1000000000000\ndata: )?\{"type":"(error|RUN_ERROR)".*The run was lost/,
    )
  })

  it('the AI SDK finds it by its chat, and stops it', async () => {
    const { model, isAborted } = pacedModel()
    const { app } = await service({ parts: { model } })
    const path = '/api/ui/chat/c1'
    const none = await app.request(`${path}/stream`)
    expect([none.status, await none.text()]).toEqual([204, ''])
    const first = await app.request('/api/ui/chat', post(BODIES['/api/ui/chat'], RESUMABLE))
    const { headers } = await app.request(`${path}/stream`, { method: 'HEAD' })
    expect(headers.get('x-run-id')).toBe(first.headers.get('x-run-id'))
    const other = { method: 'POST', body: '{"activeStreamId":"another"}' }
    expect(await (await app.request(`${path}/stop`, other)).json()).toEqual({ success: true })
    expect(isAborted()).toBe(false)
    await app.request(`${path}/stop`, { method: 'POST' })
    expect(isAborted()).toBe(true)
    expect(await first.text()).toContain('"type":"abort"')
  })

  it('is only known to the caller who started it', async () => {
    const tokens = ['a-token-of-one-caller', 'a-token-of-another-caller']
    const { app } = await service({ env: { AGENT_TOKENS: tokens.join() }, parts: pacedModel() })
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

  it('without a database, a run ends with its reader', async () => {
    const { model, isAborted } = pacedModel()
    const { app } = testApp({ parts: { model } })
    const response = await app.request('/stream', post(MESSAGES, RESUMABLE))
    expect(response.headers.has('x-run-id')).toBe(false)
    await turnUntil(() => isAborted() === false)
    await response.body?.cancel()
    expect(isAborted()).toBe(true)
    expect((await app.request('/runs/r/events')).status).toBe(404)
  })

  it('where no room is left, a run ends with its reader too', async () => {
    const { model, isAborted } = pacedModel()
    const { app, services } = await service({ parts: { model } })
    vi.spyOn(services.resumableRuns!, 'start').mockResolvedValue(undefined)
    const response = await app.request('/stream', post(MESSAGES, RESUMABLE))
    expect(response.headers.has('x-run-id')).toBe(false)
    await turnUntil(() => isAborted() === false)
    await response.body?.cancel()
    expect(isAborted()).toBe(true)
  })
})
