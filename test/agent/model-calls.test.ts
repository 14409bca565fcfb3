import { describe, expect, it, vi } from 'vitest'
import { finish, inTurn, sends, sendsThenHangs, text } from '../helper/model-server.ts'
import { post, user } from '../helper/test-services.ts'
import { type Answer, refusingUrl, reply, replyPage } from '../helper/upstream-server.ts'
import { hurryClock, SOON, service, upstream, withHost } from './hosted-model.fixture.ts'

withHost()

describe('createModelCalls()', () => {
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
      'has a port that fetch never calls',
      async () => 'http://127.0.0.1:9',
      { kind: 'unreachable', hostCode: 'bad port' },
    ],
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
    ['falls silent', late(sendsThenHangs(text('Loom'))), { kind: 'timed-out' }],
    ['does not end', answering(sends(text('Loom'))), { kind: 'cut' }],
    ['is a page', answering(replyPage(200)), { kind: 'nonsense' }],
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

  it.each([
    ['/api/chat', { message: 'hi' }],
    ['/api/agents/ranking/generate', { messages: [user('hi')] }],
    ['/v1/chat/completions', { model: 'ranking', messages: [user('hi')] }],
    ['/stream', { messages: [user('hi')] }],
  ])('the records of a failed run of %s have the id of its request', async (path, body) => {
    const { app, logged } = service()
    const host = { error: { message: 'no', code: 'invalid_api_key' } }
    upstream.answerWith(reply(JSON.stringify(host), 401))
    const response = await app.request(path, post(body))
    await response.text()
    const ids = { requestId: response.headers.get('x-request-id') }
    const [run] = logged('run')
    const { runId, threadId } = run
    const error = { kind: 'refused', status: 401, hostCode: 'invalid_api_key' }
    expect(run).toMatchObject({ ...ids, level: 'error', error })
    expect(logged('upstream-call')).toMatchObject([{ ...ids, runId, threadId, ...error }])
    const failed = { ...ids, level: 'error', code: 'upstream-failed', error: expect.any(String) }
    expect(logged('request-failed')).toMatchObject(path === '/stream' ? [] : [failed])
  })
})
