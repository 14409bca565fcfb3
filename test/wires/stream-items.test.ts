import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { STREAM_ITEMS } from '../../src/wires/stream-items.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { post, testApp } from '../helper/test-services.ts'

const BANNER = {
  name: 'showBanner',
  description: 'Shows a banner.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
}

const message = { id: '1', role: 'user', content: 'Go.', parts: [{ type: 'text', text: 'Go.' }] }
const QUESTION = {
  threadId: 't',
  runId: 'r',
  protocolVersion: '1',
  suggestions: true,
  forwardedProps: { suggestions: true },
  messages: [message],
  tools: [BANNER],
}

/** Each answer has what the others have not: text and a result, a call of the client, a failure. */
const answers = () => [
  scriptedModel(calls(['getTopProducts', { limit: 1 }]), says('One product.')),
  scriptedModel(calls(['showBanner', { text: 'Hello' }])),
  scriptedModel([{ type: 'error', error: new Error('broken') }]),
]

/** The items of a stream, apart from the mark at its end. */
function itemsIn(text: string): unknown[] {
  const lines = text.split('\n').map((line) => line.replace(/^data: /, ''))
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

describe('the items of streams', () => {
  it.each([
    ['/stream', STREAM_ITEMS.StreamLine, ['error', 'done', 'tool_result', 'suggestions']],
    ['/agent', STREAM_ITEMS.AgUiEvent, ['RUN_ERROR', 'RUN_FINISHED', 'TOOL_CALL_RESULT', 'CUSTOM']],
    [
      '/api/ui/chat',
      STREAM_ITEMS.UiMessageChunk,
      ['error', 'finish', 'tool-output-available', 'source-url', 'data-suggestions'],
    ],
  ])('all that %s sends follows its schema', async (path, item, types) => {
    const items: unknown[] = []
    for (const model of answers()) {
      const { app } = testApp({ parts: { model } })
      items.push(...itemsIn(await (await app.request(path, post(QUESTION))).text()))
    }
    expect(items).toEqual(
      expect.arrayContaining(types.map((type) => expect.objectContaining({ type }))),
    )
    for (const one of items) {
      const { error } = item.safeParse(one)
      expect(error && `${JSON.stringify(one)}: ${z.prettifyError(error)}`).toBeUndefined()
    }
  })
})
