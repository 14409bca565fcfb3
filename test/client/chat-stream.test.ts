import { describe, expect, it } from 'vitest'
import type { PlatformClientError } from '../../src/client/client-error.ts'
import { frame, refusing, scripted, streaming } from './scripted-platform.fixture.ts'

describe('streamMessage()', () => {
  const hi = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } } as const
  const message = frame('message', 'r-1', { runId: 'r', message: { id: '1' } })

  async function typesOf(events: AsyncIterable<{ type: string }>) {
    const types: string[] = []
    try {
      for await (const { type } of events) types.push(type)
    } catch (error) {
      types.push((error as PlatformClientError).code)
    }
    return types
  }

  it('a stream ends with the answer, whatever happens to the connection later', async () => {
    const { client, requests } = scripted([
      streaming([message, frame('answer', 'r-2', { runId: 'r' })], { after: 'hang' }),
    ])
    expect(await typesOf(client.streamMessage(hi))).toEqual(['message', 'answer'])
    const [{ headers }] = requests as [Request]
    expect(headers.get('accept')).toContain('text/event-stream')
  })

  it('a stream that ends without an answer is an error and is not repeated', async () => {
    const { client, requests } = scripted([streaming([message])])
    expect(await typesOf(client.streamMessage({ ...hi, muid: 'm1' }))).toEqual([
      'message',
      'unreachable',
    ])
    expect(requests).toHaveLength(1)
  })

  it('a stream that did not start is requested again only for a message with a muid', async () => {
    const failing = scripted([refusing(503)])
    expect(await typesOf(failing.client.streamMessage(hi))).toEqual(['ERR_503'])
    const repeated = scripted([refusing(503), streaming([frame('failed', 'r-1')])])
    const events = repeated.client.streamMessage({ ...hi, muid: 'm1' })
    expect(await typesOf(events)).toEqual(['failed'])
  })
})
