import { expect, it, vi } from 'vitest'
import { post, testApp, user } from '../../helper/test-services.ts'

it('in a Worker, a model at a port that nobody listens on is unreachable, and asked once more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hurry = setInterval(() => vi.advanceTimersByTime(100), 20)
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:3/v1' }
  const { app, records } = testApp({ env })
  const response = await app.request('/api/chat', post({ messages: [user('hello')] }))
  clearInterval(hurry)
  vi.useRealTimers()

  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({
    error: 'The language model could not be reached.',
    code: 'upstream-failed',
  })
  const calls = records().filter(({ event }) => event === 'upstream-call')
  expect(calls).toMatchObject([{ kind: 'unreachable' }, { kind: 'unreachable' }])
})
