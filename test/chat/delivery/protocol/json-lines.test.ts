import { describe, expect, it } from 'vitest'
import {
  ask,
  bodySentTo,
  failureIn,
  linesOf,
  NDJSON,
  SSE,
  sseOf,
  told,
} from '../delivery.fixture.ts'

const IDS = { thread_id: 'thread-1', run_id: 'run-1' }
const CALL = { tool_call_id: 'c1', tool_name: 'wave', ...IDS }
const DONE = { type: 'done', ...IDS }
const RUN = linesOf(
  { type: 'text_start', message_id: 'm', ...IDS },
  { type: 'tool_call_start', ...CALL },
  { type: 'tool_call_args', ...CALL, args: { times: 3 } },
  { type: 'tool_call_end', ...CALL },
  { type: 'tool_result', ...CALL, result: { waved: true } },
  { type: 'text_delta', content: 'Hello ', message_id: 'm', ...IDS },
  { type: 'text_delta', content: 'there', message_id: 'm', ...IDS },
  { type: 'text_end', message_id: 'm', ...IDS },
  DONE,
)

describe('an agent that answers in JSON lines', () => {
  it.each(['crewai', 'langgraph', 'agno'])(
    'JSON lines: an agent of kind %s is read',
    async (kind) => {
      expect(told(await ask(kind, RUN, NDJSON))).toEqual({
        text: 'Hello there',
        rest: [
          { type: 'tool-call-start', toolCallId: 'c1', name: 'wave' },
          {
            ...{ type: 'tool-call', toolCallId: 'c1', name: 'wave' },
            ...{ args: { times: 3 }, rawArgs: '{"times":3}', fault: null },
          },
          { type: 'tool-result', toolCallId: 'c1', name: 'wave', result: { waved: true } },
          { type: 'finished' },
        ],
      })
    },
  )

  it('JSON lines: the request has the conversation, the ids and the actions as tools', async () => {
    const [{ parameters }] = [
      { parameters: { type: 'object', properties: { times: { type: 'integer' } } } },
    ]
    expect(await bodySentTo('crewai')).toEqual({
      agent_id: 'helper',
      ...IDS,
      messages: [
        { role: 'user', content: 'Celebrate!' },
        {
          ...{ role: 'assistant', content: '' },
          tool_calls: [
            { id: 'c0', type: 'function', function: { name: 'wave', arguments: '{"times":2}' } },
          ],
        },
        { role: 'tool', content: 'waved', tool_call_id: 'c0' },
        { role: 'user', content: 'And again' },
      ],
      tools: [{ name: 'wave', description: 'Waves.', parameters }],
    })
  })

  it.each([
    ['application/json', RUN],
    ['text/plain; charset=utf-8', RUN],
    ['', RUN],
    ['text/event-stream', RUN.replaceAll(/^/gm, 'data: ').replaceAll('\n', '\n\n')],
    ['text/plain', `: hello\n${RUN.trim().replaceAll(/^/gm, 'data: ')}`],
    [NDJSON, RUN.replaceAll('\n', '\r\n')],
    [NDJSON, `\ufeff${RUN}`],
    [NDJSON, RUN.trim()],
    [NDJSON, `\n\n${RUN}`],
  ])('JSON lines: the content type %j is read', async (contentType, text) => {
    expect(told(await ask('crewai', text, contentType))).toEqual(
      told(await ask('crewai', RUN, NDJSON)),
    )
  })

  it('JSON lines: fields in camel case and arguments as text fragments are read', async () => {
    const call = { toolCallId: 'c1', toolName: 'wave' }
    const text = linesOf(
      { type: 'tool_call_start', ...call },
      { type: 'tool_call_args', ...call, args: '{"tim' },
      { type: 'tool_call_args', ...call, delta: 'es":3}' },
      { type: 'tool_call_end', ...call },
      { type: 'text_delta', delta: 'Hi' },
      { type: 'text_done' },
      DONE,
    )
    const { text: said, rest } = told(await ask('agno', text, NDJSON))
    expect(said).toBe('Hi')
    expect(rest[1]).toMatchObject({ args: { times: 3 }, fault: null })
  })

  it('JSON lines: interleaved calls are kept apart', async () => {
    const a = { tool_call_id: 'a', tool_name: 'wave' }
    const b = { tool_call_id: 'b', tool_name: 'jump' }
    const text = linesOf(
      { type: 'tool_call_start', ...a },
      { type: 'tool_call_start', ...b },
      { type: 'tool_call_args', ...a, args: '{"of":' },
      { type: 'tool_call_args', ...b, args: '{"of":"b"}' },
      { type: 'tool_call_args', ...a, args: '"a"}' },
      { type: 'tool_call_end', ...b },
      { type: 'tool_call_end', ...a },
      DONE,
    )
    const calls = (await ask('crewai', text, NDJSON)).filter(({ type }) => type === 'tool-call')
    expect(calls).toMatchObject([
      { toolCallId: 'b', name: 'jump', args: { of: 'b' } },
      { toolCallId: 'a', name: 'wave', args: { of: 'a' } },
    ])
  })

  it.each([
    ['no-arguments', []],
    ['no-arguments', [{ type: 'tool_call_args', ...CALL, args: ' ' }]],
    ['invalid-arguments', [{ type: 'tool_call_args', ...CALL, args: '{"times":' }]],
    ['invalid-arguments', [{ type: 'tool_call_args', ...CALL, args: [3] }]],
  ])('JSON lines: a call that must not run has a fault: %s', async (fault, args) => {
    const start = { type: 'tool_call_start', ...CALL }
    const end = { type: 'tool_call_end', ...CALL }
    const { rest } = told(await ask('crewai', linesOf(start, ...args, end, DONE), NDJSON))
    expect(rest[1]).toMatchObject({ type: 'tool-call', args: null, fault })
  })

  it('JSON lines: a call that never ends is reported before the run ends', async () => {
    const start = { type: 'tool_call_start', ...CALL }
    const args = { type: 'tool_call_args', ...CALL, args: { times: 1 } }
    const { rest } = told(await ask('crewai', linesOf(start, args, DONE), NDJSON))
    expect(rest).toMatchObject([
      { type: 'tool-call-start' },
      { type: 'tool-call', args: { times: 1 }, fault: null, isUnclosed: true },
      { type: 'finished' },
    ])

    const half = { type: 'tool_call_args', ...CALL, args: '{"times":' }
    const broken = told(await ask('crewai', linesOf(start, half, DONE), NDJSON))
    expect(broken.rest[1]).toMatchObject({ args: null, rawArgs: half.args, fault: 'never-ended' })
  })

  it('JSON lines: open calls of a failed run do not run', async () => {
    const start = { type: 'tool_call_start', ...CALL }
    const args = { type: 'tool_call_args', ...CALL, args: { times: 1 } }
    for (const end of [[], [{ type: 'error', message: 'No.' }]]) {
      const { rest } = told(await ask('crewai', linesOf(start, args, ...end), NDJSON))
      expect(rest[1]).toMatchObject({ type: 'tool-call', args: null, fault: 'never-ended' })
      expect(rest[2]).toMatchObject({ type: 'failed' })
    }
  })

  it('JSON lines: unknown events and fields are ignored', async () => {
    const text = linesOf(
      { type: 'thinking', content: 4 },
      { type: 'text_delta', content: 'Hi' },
      DONE,
    )
    expect(told(await ask('crewai', text, NDJSON)).text).toBe('Hi')
  })

  it.each([
    ['no JSON', 'oops\n'],
    ['no object', '[1]\n'],
    ['an object without a type', '{"content":"x"}\n'],
    ['text that is none', linesOf({ type: 'text_delta', content: { a: 1 } })],
    ['a call without a tool', linesOf({ type: 'tool_call_start', tool_call_id: 'c' })],
    ['a call without an id', linesOf({ type: 'tool_call_end' })],
    ['a value nested without end', `{"type":"x","y":${'['.repeat(5_000)}${']'.repeat(5_000)}}\n`],
  ])('JSON lines: an answer is malformed with a line of: %s', async (_what, line) => {
    const text = `${linesOf({ type: 'text_delta', content: 'So far' })}${line}${linesOf(DONE)}`
    const events = await ask('crewai', text, NDJSON)
    expect(told(events).text).toBe('So far')
    expect(failureIn(events)).toMatchObject({ code: 'malformed' })
  })

  it('JSON lines: an error event is a failure in our own words', async () => {
    const error = { type: 'error', message: 'secret of the agent', ...IDS }
    const events = await ask('crewai', linesOf({ type: 'text_delta', content: 'A' }, error), NDJSON)
    expect(told(events).text).toBe('A')
    expect(failureIn(events).code).toBe('agent-failed')
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('JSON lines: a stream without an end event is cut-short', async () => {
    const whole = linesOf({ type: 'text_delta', content: 'So far' }, { type: 'text_end' })
    for (const text of [whole, `${whole}{"type":"do`, '']) {
      expect(failureIn(await ask('crewai', text, NDJSON)).code).toBe('cut-short')
    }
  })

  it('JSON lines: nothing is read after the end event', async () => {
    const text = linesOf(DONE, { type: 'text_delta', content: 'more' }, { type: 'error' })
    expect(await ask('crewai', text, NDJSON)).toEqual([{ type: 'finished' }])
  })

  it('JSON lines: a character that is split between two deltas is whole', async () => {
    const [high, low] = [...'🎉'.split('')]
    const lines = [`{"type":"text_delta","content":"a\\u${hex(high!)}"}`]
    lines.push(`{"type":"text_delta","content":"\\u${hex(low!)}b"}`, JSON.stringify(DONE))
    const events = await ask('crewai', lines.join('\n'), NDJSON)
    expect(events.slice(0, 2)).toEqual([
      { type: 'text-delta', delta: 'a' },
      { type: 'text-delta', delta: '🎉b' },
    ])
  })

  it('JSON lines: server-sent events are read too', async () => {
    const text = sseOf({ type: 'text_delta', content: 'Hi' }, DONE)
    expect(told(await ask('crewai', text, SSE))).toEqual({
      text: 'Hi',
      rest: [{ type: 'finished' }],
    })
  })
})

const hex = (half: string) => half.charCodeAt(0).toString(16)
