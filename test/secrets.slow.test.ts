import { describe, expect, it } from 'vitest'
import { event, finish, sends, sendsThenLeaves, text, toolCall } from './helper/model-server.ts'
import { runNode, startNode } from './helper/node-process.ts'
import { envWithKeys, KEY, quoted, quoteHeaders, quotes, SAID, whispers } from './helper/secrets.ts'
import { testApp } from './helper/test-services.ts'
import { type Answer, reset, startUpstream, truncate } from './helper/upstream-server.ts'

const quotesInItsStream: Answer = (question, response) => {
  quoteHeaders(response, question, 200, 'text/event-stream')
  response.end(event({ error: { message: quoted(question), code: quoted(question) } }))
}

const callsWithIt: Answer = (question, response) => {
  const { authorization } = question.headers
  const call = toolCall('searchProducts', JSON.stringify({ query: authorization, limit: SAID }))
  sends(call, toolCall(`tool-${KEY}`, `{"${SAID}`), finish('tool_calls'))(question, response)
}

const breaksOff: Answer = (question, response) => {
  sendsThenLeaves(text('Loom.'), `data: {"${quoted(question)}`)(question, response)
}

const cutsItsBody: Answer = (question, response) => truncate(quoted(question))(question, response)

describe.concurrent('no key and nothing that is said is in the log, and no key in an answer', () => {
  it.each<[string, Answer]>([
    ...[400, 401, 403, 404, 429, 500, 503].map((status): [string, Answer] => [
      `quotes it with ${status}`,
      quotes(status),
    ]),
    ['quotes it with success', quotes(200)],
    ['quotes it on a page', quotes(200, 'text/html')],
    ['quotes it on a page that it refuses with', quotes(403, 'text/html')],
    ['quotes it in the address of another', quotes(302)],
    ['quotes it in a stream', quotesInItsStream],
    ['calls a tool with it', callsWithIt],
    ['breaks off its stream', breaksOff],
    ['cuts its answer', cutsItsBody],
    ['breaks the connection', reset],
  ])('no secret and no text is logged when an upstream %s', async (_name, answer) => {
    const upstream = await startUpstream(answer)
    const { app, lines } = testApp({ env: envWithKeys(upstream.url) })
    const asks = whispers(app.routes)
    const answers = await Promise.all(
      asks.map(async ([path, init]) => whole(await app.request(path, init))),
    )
    await upstream.stop()

    expect(JSON.stringify(upstream.questions.map(quoted))).toContain(KEY)
    expect(answers.filter((answer) => answer.includes(KEY))).toEqual([])
    expect(lines.filter((line) => line.includes(KEY) || line.includes(SAID))).toEqual([])
    const requests = lines.filter((line) => JSON.parse(line).event === 'request')
    expect(requests).toHaveLength(asks.length)
    expect(lines.filter((line) => !/^[^\r\n]{1,8192}\n$/.test(line))).toEqual([])
  })

  it('no secret and no text is logged by parts without an upstream', async () => {
    const { app, lines } = testApp({ env: { LOG_LEVEL: 'debug' } })
    for (const [path, init] of whispers(app.routes)) await whole(await app.request(path, init))
    expect(lines.filter((line) => line.includes(SAID))).toEqual([])
    expect(lines.filter((line) => line.includes('"event":"run"')).length).toBeGreaterThan(1)
  })
})

describe('a process', () => {
  it('a process writes no secret and no text anywhere', {
    timeout: 60_000,
  }, async () => {
    const upstream = await startUpstream(quotes(500))
    const service = await startNode(envWithKeys(upstream.url))
    const { app } = testApp()
    for (const [path, init] of whispers([...app.routes, { method: 'GET', path: '/metrics' }])) {
      const answer = await whole(await fetch(service.url + path, { redirect: 'manual', ...init }))
      expect(answer).not.toContain(KEY)
    }
    service.child.kill('SIGTERM')
    expect(await service.exited).toBe(0)
    await upstream.stop()

    expect(upstream.questions.length).toBeGreaterThan(0)
    expect(service.output().stdout).toContain('"event":"upstream-call"')
    expect(service.output().stdout).not.toMatch(new RegExp(`${KEY}|${SAID}`))
    expect(service.output().stderr).toBe('')
  })

  it('a process does not repeat the value of a wrong variable', async () => {
    const wrong = ['PORT', 'MODEL', 'OPENAI_BASE_URL', 'DEFAULT_TIMEZONE', 'LOG_LEVEL', 'SEARCH']
    const traces = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_EXPORTER', 'OTEL_SDK_DISABLED']
    const names = [...wrong, ...traces, 'DATA_KEY']
    const env = Object.fromEntries(names.map((name) => [name, `${KEY}-${name.length}`]))
    const { code, stdout, stderr } = await runNode({ ...env, CATALOGUE_FILE: `/${KEY}` })
    expect(code).toBe(2)
    for (const name of names) expect(stderr).toContain(name)
    expect(stdout + stderr).not.toContain(KEY)
  })
})

/** An answer as its caller sees it: status, headers and body. */
async function whole(response: Response) {
  return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`
}
