import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agentOf,
  answering,
  bytesOf,
  eventsOf,
  failureIn,
  JSON_TYPE,
  linesOf,
  NDJSON,
  received,
  SSE,
  sseOf,
} from './delivery.fixture.ts'

const TEXT = 'Zürich 東京 🎉 \u2028 a\u0301'

const RUNS: Readonly<Record<string, [kind: string, text: string, contentType: string]>> = {
  'JSON lines': [
    'crewai',
    linesOf(
      { type: 'text_delta', content: TEXT },
      { type: 'tool_call_start', tool_call_id: 'c', tool_name: 'wave' },
      { type: 'tool_call_args', tool_call_id: 'c', args: { greeting: TEXT } },
      { type: 'tool_call_end', tool_call_id: 'c' },
      { type: 'done' },
    ).replaceAll('\n', '\r\n'),
    NDJSON,
  ],
  'AG-UI': [
    'ag-ui',
    `\ufeff${sseOf(
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: TEXT },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'wave', delta: '{"a":' },
      { type: 'TOOL_CALL_CHUNK', delta: `${JSON.stringify(TEXT)}}` },
      { type: 'RUN_FINISHED' },
    ).replaceAll('\n', '\r\n')}`,
    SSE,
  ],
  'a JSON document': ['mastra', JSON.stringify({ text: TEXT, toolCalls: [] }), JSON_TYPE],
  'a UI message stream': [
    'vercelV5',
    sseOf({ type: 'text-delta', id: 't', delta: TEXT }, { type: 'finish' }),
    SSE,
  ],
  'replies of rasa': ['rasa', JSON.stringify([{ text: TEXT }]), JSON_TYPE],
}

function cut(bytes: Uint8Array, places: readonly number[]) {
  const ends = [...new Set(places.map((place) => place % bytes.length))].toSorted((a, b) => a - b)
  return [0, ...ends].map((from, index) => bytes.subarray(from, ends[index] ?? bytes.length))
}

describe.each(Object.entries(RUNS))('an answer in %s', (_name, [kind, text, contentType]) => {
  const bytes = bytesOf(text)
  const heard = (pieces: readonly Uint8Array[], limits = {}) =>
    eventsOf(agentOf(kind), { fetch: answering(pieces, contentType), limits })

  it('an answer that is cut after any byte is read the same', async () => {
    const whole = received(await heard([bytes]))
    expect(whole).toMatchObject({ text: TEXT })
    for (let place = 0; place <= bytes.length; place += 1) {
      expect(received(await heard([bytes.subarray(0, place), bytes.subarray(place)]))).toEqual(
        whole,
      )
    }
  })

  it('an answer that is cut into any pieces is read the same', async () => {
    const whole = received(await heard([bytes]))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (places) => {
        expect(received(await heard(cut(bytes, places)))).toEqual(whole)
      }),
    )
  })

  it('an answer that is too large fails at the same place however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), fc.nat(bytes.length - 1), async (places, maxBytes) => {
        const whole = await heard([bytes], { maxBytes })
        expect(received(await heard(cut(bytes, places), { maxBytes }))).toEqual(received(whole))
      }),
    )
  })

  it('a corrupted answer ends exactly once, as finished or failed', async () => {
    const spoiled = fc.tuple(fc.nat(bytes.length), fc.nat(20), fc.uint8Array({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(spoiled, fc.array(fc.nat()), async ([place, length, noise], places) => {
        const tail = bytes.subarray(Math.min(place + length, bytes.length))
        const all = new Uint8Array([...bytes.subarray(0, place), ...noise, ...tail])
        expectOneEnd(await heard(all.length > 0 ? cut(all, places) : []))
      }),
    )
  })
})

/** Values of any kind in the fields that the protocols read. */
const field = fc.constantFrom(
  ...['content', 'delta', 'args', 'tool_call_id', 'tool_name', 'toolCallId', 'toolCallName'],
  ...['toolName', 'input', 'output', 'result', 'messages', 'outcome', 'text', 'toolCalls', 'steps'],
)
const type = fc.constantFrom(
  ...['text_delta', 'tool_call_start', 'tool_call_args', 'tool_call_end', 'tool_result', 'x'],
  ...['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_CHUNK', 'TOOL_CALL_START'],
  ...['TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_CHUNK', 'TOOL_CALL_RESULT', 'RUN_FINISHED'],
  ...['MESSAGES_SNAPSHOT', 'RAW', 'text-delta', 'tool-input-start', 'tool-input-available'],
  ...['tool-output-available', 'done', 'finish', 'error', 'constructor', '__proto__'],
)
const value = fc.oneof(fc.constantFrom('a', 'b', '{}', null), fc.jsonValue())
const frame = fc
  .tuple(type, fc.dictionary(field, value))
  .map(([name, fields]) => ({ ...fields, type: name }))

describe.each(['crewai', 'ag-ui', 'mastra', 'vercelV5', 'rasa'])('an agent of kind %s', (kind) => {
  it('whatever an agent sends, the run ends once and its calls are in order', async () => {
    const contentType = fc.constantFrom(NDJSON, SSE, JSON_TYPE, 'text/html', '')
    await fc.assert(
      fc.asyncProperty(fc.array(frame), contentType, async (frames, type) => {
        const text = type === SSE ? sseOf(...frames) : linesOf(...frames)
        const fetch = answering([bytesOf(text)], type)
        expectOneEnd(await eventsOf(agentOf(kind), { fetch }))
      }),
    )
  })
})

type Events = Awaited<ReturnType<typeof eventsOf>>

function expectOneEnd(events: Events) {
  const ends = events.filter(({ type }) => type === 'run-end' || type === 'run-error')
  expect(ends).toEqual([events.at(-1)])
  if (ends[0]?.type === 'run-error') expect(failureIn(events).code).not.toBe('internal')

  const open = new Set<string>()
  for (const event of events) {
    if (event.type === 'tool-call-start') open.add(event.toolCallId)
    if (event.type === 'tool-call') expect(open.delete(event.toolCallId)).toBe(true)
    if (event.type === 'text-delta') expect(event.delta).not.toBe('')
    JSON.stringify(event)
  }
  expect([...open]).toEqual([])
}
