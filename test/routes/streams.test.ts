import { describe, expect, it } from 'vitest'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { jsonLines, post, testApp, user } from '../helper/test-services.ts'

const { app } = testApp()

const BANNER = {
  name: 'showBanner',
  description: 'Shows a banner.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
}

async function stream(body: Record<string, unknown>) {
  return jsonLines(await app.request('/stream', post(body)))
}

const types = (lines: { type: string }[]) =>
  lines.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])

const textOf = (lines: { type: string; content?: string }[]) =>
  lines.map(({ type, content }) => (type === 'text_delta' ? content : '')).join('')

describe('POST /stream', () => {
  it('/stream streams a ranking: text_start, the tool call, text, text_end, done', async () => {
    const lines = await stream({ messages: [user('top 3 today')], thread_id: 't1', run_id: 'r1' })

    expect(types(lines)).toEqual([
      'text_start',
      'tool_call_start',
      'tool_call_args',
      'tool_call_end',
      'tool_result',
      'text_delta',
      'text_end',
      'done',
    ])
    for (const line of lines) expect(line).toMatchObject({ thread_id: 't1', run_id: 'r1' })

    const [start, callStart, callArgs, callEnd, result] = lines
    const call = { tool_call_id: callStart.tool_call_id, tool_name: 'getTopProductsByTimeframe' }
    expect(callStart).toMatchObject(call)
    expect(callArgs).toMatchObject({
      ...call,
      args: { timeframe: 'today', tz: 'America/New_York', limit: 3 },
    })
    expect(callEnd).toMatchObject(call)
    expect(result).toMatchObject({ ...call, result: { order: 'RANKING' } })

    const deltas = lines.filter(({ type }) => type === 'text_delta')
    for (const { content, message_id } of deltas) {
      expect(content).not.toBe('')
      expect(message_id).toBe(start.message_id)
    }
    const text = deltas.map(({ content }) => content).join('')
    for (const { name } of result.result.posts) expect(text).toContain(name)
  })

  it('/stream sends confetti as the result of its tool', async () => {
    const lines = await stream({ messages: [user('we hit #1!')] })
    const result = lines.find(({ type }) => type === 'tool_result')
    expect(result).toMatchObject({
      tool_name: 'triggerConfetti',
      result: { action: 'CONFETTI', particleCount: 200, origin: { x: 0.5, y: 0.5 } },
    })
    const args = lines.find(({ type }) => type === 'tool_call_args')
    expect(args.args).toMatchObject({ spread: 90, disableSound: true })
  })

  it('/stream leaves the tool lines out on request', async () => {
    const lines = await stream({ messages: [user('top 3')], tool_events: false })
    expect(types(lines)).toEqual(['text_start', 'text_delta', 'text_end', 'done'])
  })

  it('/stream ends at a call of a frontend tool, and the next run continues with its result', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'We won' }]), says('It is up.'))
    const { app } = testApp({ parts: { model } })
    const ask = async (messages: unknown[]) =>
      jsonLines(await app.request('/stream', post({ messages, tools: [BANNER], agent_id: 'x' })))

    const first = await ask([user('show it')])
    const call = { tool_call_id: 'call-1', tool_name: 'showBanner' }
    expect(first.map(({ type }: { type: string }) => type)).toEqual([
      'text_start',
      'tool_call_start',
      'tool_call_args',
      'tool_call_end',
      'text_end',
      'done',
    ])
    expect(first[2]).toMatchObject({ ...call, args: { text: 'We won' } })

    const asked = { name: 'showBanner', arguments: '{"text":"We won"}' }
    const second = await ask([
      user('show it'),
      { role: 'assistant', content: '', tool_calls: [{ id: 'call-1', function: asked }] },
      { role: 'tool', content: '', tool_call_id: 'call-1' },
    ])
    expect(textOf(second)).toBe('It is up.')
    expect(model.doStreamCalls[1]?.prompt.at(-1)).toMatchObject({ role: 'tool' })
  })

  it('/stream reads counted calls, and arguments that are no text', async () => {
    const model = scriptedModel(says('It is up.'))
    const { app } = testApp({ parts: { model } })
    const asked = { name: 'showBanner', arguments: { text: 'We won' } }
    const messages = [
      user('show it'),
      { role: 'assistant', tool_calls: [{ id: 7, function: asked }] },
      { role: 'tool', content: 'shown', tool_call_id: 7 },
    ]
    await (await app.request('/stream', post({ messages, tools: [BANNER] }))).text()
    expect(model.doStreamCalls[0]?.prompt.slice(-2)).toMatchObject([
      { content: [{ type: 'tool-call', toolCallId: '7', input: { text: 'We won' } }] },
      { content: [{ type: 'tool-result', toolCallId: '7' }] },
    ])
  })

  it('/stream sends calls of frontend tools even without tool lines', async () => {
    const messages = [user('call showBanner with {"text":"Hello"}')]
    const lines = await stream({ messages, tools: [BANNER], tool_events: false })
    expect(types(lines)).toContain('tool_call_args')
  })

  it('/stream leaves out tools that it cannot read, and logs them', async () => {
    const { app, records } = testApp()
    const body = { messages: [user('hi')], tools: [{ description: 'No name.' }] }
    const response = await app.request('/stream', post(body))
    expect(types(await jsonLines(response)).at(-1)).toBe('done')
    const unread = records().find(({ event }) => event === 'request-unread')
    expect(unread).toMatchObject({ level: 'warn', unread: ['0.name: is required'] })
  })

  it('/stream creates missing ids, and reads both spellings of them', async () => {
    const [made] = await stream({ messages: [user('hi')] })
    expect(made.thread_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.run_id).toMatch(/^[0-9a-f-]{36}$/)
    const [read] = await stream({ messages: [user('hi')], threadId: 'a', runId: 'b' })
    expect(read).toMatchObject({ thread_id: 'a', run_id: 'b' })
    const [counted] = await stream({ messages: [user('hi')], thread_id: 7, run_id: 0 })
    expect(counted).toMatchObject({ thread_id: '7', run_id: '0' })
    const [blank] = await stream({ messages: [user('hi')], thread_id: '', run_id: null })
    expect(blank.thread_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    [{}, ['text_start', 'text_delta', 'error']],
    [{ failure_text: true }, ['text_start', 'text_delta', 'error']],
    [{ failure_text: false }, ['text_start', 'error']],
  ])('a failing answer without text, asked with %j, has the lines %j', async (option, expected) => {
    const { app } = testApp({
      parts: { model: scriptedModel([{ type: 'error', error: new Error('x') }]) },
    })
    const init = post({ messages: [user('hi')], ...option })
    expect(types(await jsonLines(await app.request('/stream', init)))).toEqual(expected)
  })

  it.each(['/agent', '/api/ui/chat', '/v1/chat/completions', '/v1/responses'])(
    'a failing answer without text is an error alone: %s',
    async (path) => {
      const { app } = testApp({
        parts: { model: scriptedModel([{ type: 'error', error: new Error('x') }]) },
      })
      const ids = { threadId: 't', runId: 'r' }
      const body = { ...ids, model: 'ranking', stream: true, messages: [user('hi')], input: 'hi' }
      const answer = await (await app.request(path, post(body))).text()
      expect(answer).toContain('An error occurred')
      expect(answer).not.toContain('Sorry')
    },
  )

  it('/stream accepts content parts, every role and unknown fields', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'assistant' },
      { role: 'tool', content: 'left over' },
      {
        role: 'user',
        content: [
          { type: 'image', url: 'x' },
          { type: 'text', text: 'top 2 ever' },
        ],
        name: 'Kim',
      },
    ]
    const lines = await stream({ messages, namespace: 'x', toolParams: {} })
    expect(lines.at(-1).type).toBe('done')
    expect(lines.find(({ type }) => type === 'tool_call_args').args).toEqual({ limit: 2 })
  })

  it('the headers of /stream forbid compression, caching and buffering', async () => {
    const response = await app.request('/stream', post({ messages: [user('hi')] }))
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-encoding')).toBeNull()
    await response.text()
  })

  it.each([
    ['no messages', {}],
    ['an empty list', { messages: [] }],
    ['a last message without text', { messages: [user('hi'), user('  ')] }],
    ['only the result of a call nobody made', { messages: [{ role: 'tool', content: 'x' }] }],
    ['a role nobody has', { messages: [{ role: 'king', content: 'hi' }] }],
    ['a list', []],
    ['null', null],
  ])('an invalid body is an error before anything streams: %s', async (_name, body) => {
    const response = await app.request('/stream', post(body))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid-request' })
  })
})
