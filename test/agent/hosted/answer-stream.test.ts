import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { event, finish, inTurn, sends, text, toolCall } from '../../helper/model-server.ts'
import { post, user } from '../../helper/test-services.ts'
import { chunk, service, upstream, usage, withHost } from '../hosted-model.fixture.ts'

withHost()

describe('answerStream()', () => {
  it('deltas of a hosted model are relayed one by one', async () => {
    upstream.answerWith(sends(text(''), text('Loom'), text(' is'), text(' on'), finish()))
    const { lines } = await service().ask()
    const deltas = lines.filter(({ type }) => type === 'text_delta').map(({ content }) => content)
    expect(deltas).toEqual(['Loom', ' is', ' on'])
  })

  it('an answer is the same however its bytes are cut', async () => {
    const bytes = Buffer.from(text('Grüße an 🧶 Loom') + finish())
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      void byteByByte(bytes, response)
    })
    expect((await service().ask()).said).toBe('Grüße an 🧶 Loom')
  })

  it('text before and after a tool call keeps its place', async () => {
    const step = [text('Let me '), text('see.'), toolCall('getTopProducts', '{"limit":1}')]
    const rest = [text(' One moment.'), finish('tool_calls')]
    upstream.answerWith(inTurn(sends(...step, ...rest), sends(text('Loom.'), finish())))
    const { said, types, lines } = await service().ask()
    expect(said).toBe('Let me see. One moment.\n\nLoom.')
    expect(types.indexOf('tool_call_start')).toBeGreaterThan(types.indexOf('text_delta'))
    expect(lines.find(({ type }) => type === 'tool_call_args')?.args).toEqual({ limit: 1 })
    const { messages } = JSON.parse(upstream.questions[1]?.body ?? '')
    expect(messages.at(-2)).toMatchObject({ content: 'Let me see. One moment.' })
  })

  it('a chunk may hold the last text and the finish reason', async () => {
    upstream.answerWith(
      sends(chunk('Loom'), chunk(' wins.', usage(3), { finish_reason: 'length' }), event('[DONE]')),
    )
    const { app, logged } = service()
    const body = { message: 'Who wins?' }
    const { reply: said, usage: counted } = await (
      await app.request('/api/chat', post(body))
    ).json()
    expect(said).toBe('Loom wins.')
    expect(counted).toEqual({ inputTokens: 5, outputTokens: 3, totalTokens: 8 })
    expect(logged('run')).toMatchObject([{ finishReason: 'length' }])
  })

  it('tokens are counted once when the host repeats the usage in every chunk', async () => {
    upstream.answerWith(sends(chunk('Loom', usage(1)), chunk(' wins.', usage(2)), finish()))
    const { ask, logged } = service()
    expect((await ask()).said).toBe('Loom wins.')
    expect(logged('run')).toMatchObject([{ inputTokens: 5, outputTokens: 2 }])
  })

  it('a hosted model is read no faster than the caller reads', async () => {
    let written = 0
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = text('x'.repeat(10_000))
      const write = () => {
        do written += piece.length
        while (response.write(piece) && written < 200_000_000)
      }
      response.on('drain', write)
      write()
    })
    const response = await service().app.request('/stream', post({ messages: [user('go')] }))
    const reader = response.body!.getReader()
    for (let at = 0; at < 5; at += 1) await reader.read()
    await settled(() => written)
    expect(written).toBeLessThan(40_000_000) // what the sockets of a loopback hold
    await reader.cancel()
  })
})

async function byteByByte(bytes: Buffer, response: ServerResponse) {
  for (const byte of bytes) {
    response.write(Buffer.of(byte))
    if (byte % 16 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** Waits until a number stays as it is. */
async function settled(read: () => number) {
  let last = Number.NaN
  while (read() !== last) {
    last = read()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
