import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { jsonLines, post, testApp, user } from '../helper/test-services.ts'
import { hang, startUpstream, type Upstream } from '../helper/upstream-server.ts'

export const SOON = { 'retry-after-ms': '1' }

export let upstream: Upstream
let hurry: NodeJS.Timeout

/** Starts the host of the model before the tests of a file, and stops it after them. */
export function withHost() {
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
}

/** So much time goes by in 20 milliseconds. */
export function hurryClock(stepMs: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  hurry = setInterval(() => vi.advanceTimersByTime(stepMs), 20)
}

export function service({ url = upstream.url, env = {} } = {}) {
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
