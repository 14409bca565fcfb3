import { describe, expect, it } from 'vitest'
import { ndjson } from '../../src/wires/ndjson.ts'
import { RUN } from './run.fixture.ts'

const BODY = { messages: [{ role: 'user', content: 'hi' }], thread_id: 't', run_id: 'r' }
const IDS = { thread_id: 't', run_id: 'r' }
const MESSAGE = { message_id: 'm', ...IDS }

function lines(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('ndjson', () => {
  it('NDJSON: a recorded run is encoded', () => {
    const { encode } = ndjson.open(BODY)
    const call = { tool_call_id: 'c1', tool_name: 'searchProducts', ...IDS }
    expect(lines(RUN.map(encode).join(''))).toEqual([
      { type: 'text_start', ...MESSAGE },
      { type: 'text_delta', content: 'Let me look.', ...MESSAGE },
      { type: 'tool_call_start', ...call },
      { type: 'tool_call_args', args: { query: 'notes', limit: 10 }, ...call },
      { type: 'tool_call_end', ...call },
      { type: 'tool_result', result: { hits: [] }, ...call },
      { type: 'text_delta', content: 'Nothing\n“yet” 💤', ...MESSAGE },
      { type: 'text_end', ...MESSAGE },
      { type: 'done', ...IDS },
    ])
  })

  it('NDJSON: an event is one line for readers that split at Unicode line breaks too', () => {
    const { encode } = ndjson.open({ ...BODY, thread_id: 't\u2028' })
    const text = encode({ type: 'text-delta', delta: 'a\u0085b\u2028c\u2029d' })
    expect(text).toMatch(/^[^\n\u0085\u2028\u2029]+\n$/)
    expect(lines(text)).toMatchObject([{ content: 'a\u0085b\u2028c\u2029d', thread_id: 't\u2028' }])
  })

  it('NDJSON: a failed run ends with an error line', () => {
    const { encode } = ndjson.open(BODY)
    const failed = [RUN[0]!, { type: 'run-error', code: 'internal', message: 'No.' } as const]
    expect(lines(failed.map(encode).join(''))).toEqual([
      { type: 'text_start', ...MESSAGE },
      { type: 'error', message: 'No.', ...MESSAGE },
    ])
  })

  it('NDJSON: a chat platform shows no headings, unless the request says otherwise', () => {
    expect(ndjson.open(BODY).input.markdown).toBe('simple')
    expect(ndjson.open({ ...BODY, markdown: 'full' }).input.markdown).toBe('full')
  })

  it('NDJSON: every event is on lines of its own', () => {
    const { encode } = ndjson.open(BODY)
    // A call is written once it is whole.
    for (const event of RUN) expect(encode(event)).toMatch(/^(\{.*\}\n)*$/)
  })
})
