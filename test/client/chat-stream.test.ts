import { describe, expect, it } from 'vitest'
import { createPlatformClient, type PlatformClientOptions } from '../../src/client/client.ts'
import type { PlatformClientError } from '../../src/client/client-error.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** A platform within this process that answers one call after the other so. */
function scripted(answers: Answer[], options: Partial<PlatformClientOptions> = {}) {
  const requests: Request[] = []
  const waits: number[] = []
  const retried: PlatformClientError[] = []
  const client = createPlatformClient({
    baseUrl: 'http://localhost',
    ...('authToken' in options ? {} : { apiKey: 'key' }),
    async fetch(address, init) {
      const request = new Request(address, init)
      requests.push(request)
      const answer = answers[requests.length - 1]
      if (!answer) throw new Error(`call ${requests.length} was not expected`)
      return answer(request)
    },
    clock: {
      now: () => new Date('2026-11-20T18:00:00.000Z'),
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        waits.push(ms)
      },
    },
    random: () => 0,
    onRetry: (error) => retried.push(error),
    ...options,
  })
  return { client, requests, waits, retried }
}

interface Streaming {
  /** How it goes on after its last frame: it ends, breaks, or stays open. */
  after?: 'end' | 'break' | 'hang'
  onLeave?: () => void
}

/** Each frame comes in pieces of three bytes. */
function streaming(frames: string[], { after = 'end', onLeave }: Streaming = {}): Answer {
  return ({ signal }) => {
    const bytes = new TextEncoder().encode(frames.join(''))
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (at < bytes.length) {
          controller.enqueue(bytes.slice(at, at + 3))
          at += 3
        } else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new TypeError('terminated'))
        else await new Promise(() => {})
      },
      cancel: () => onLeave?.(),
    })
    signal.addEventListener('abort', () => onLeave?.())
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
}

const frame = (type: string, id?: string, more: object = {}) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

const refusing =
  (status: number, headers = {}): Answer =>
  () =>
    Response.json({ error: { code: `ERR_${status}`, message: 'No.' } }, { status, headers })

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
