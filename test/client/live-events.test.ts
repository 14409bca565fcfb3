import { describe, expect, it, onTestFinished } from 'vitest'
import { createPlatformClient, type PlatformClientOptions } from '../../src/client/client.ts'
import type { PlatformClientError } from '../../src/client/client-error.ts'
import type { LiveEvent } from '../../src/client/event.ts'

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

const never: Answer = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** The first events, so many of them. */
async function take(events: AsyncGenerator<LiveEvent>, count: number) {
  onTestFinished(async () => void (await events.return(undefined)))
  const taken: (string | undefined)[] = []
  while (taken.length < count) {
    const { value, done } = await events.next()
    if (done) throw new Error('the events ended')
    taken.push(`${value.type} ${value.id}`)
  }
  return taken
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

describe('events()', () => {
  it('events continue where they left off whenever the stream ends or breaks', async () => {
    const { client, requests, waits } = scripted([
      streaming([frame('ready', '4'), ': heartbeat\n\n', frame('message-sent', '5')]),
      streaming([frame('message-sent', '6', { message: { data: { text: 'Größe ⚓' } } })], {
        after: 'break',
      }),
      refusing(503),
      async () => {
        throw new TypeError('fetch failed')
      },
      streaming([frame('resync', '90'), frame('ready', '90')], { after: 'hang' }),
    ])
    const events = client.events({ onBehalfOf: 'ann' })
    expect(await take(events, 5)).toEqual([
      'ready 4',
      'message-sent 5',
      'message-sent 6',
      'resync 90',
      'ready 90',
    ])
    const asked = requests.map(({ headers }) => headers.get('last-event-id'))
    expect(asked).toEqual([null, '5', '6', '6', '6'])
    const [{ url, headers }] = requests as [Request]
    expect([url, headers.get('onbehalfof')]).toEqual(['http://localhost/v3/events', 'ann'])
    // The first was heard out; those after it came to nothing.
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
  })

  it('a dropped event has the id to continue from, and the stream reopens', async () => {
    const { client, requests } = scripted([
      streaming([frame('ready', '4'), frame('dropped', undefined, { reason: 'too-slow' })]),
      streaming([frame('ready', '7')], { after: 'hang' }),
    ])
    expect(await take(client.events({ lastEventId: '3' }), 3)).toEqual([
      'ready 4',
      'dropped 4',
      'ready 7',
    ])
    expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual(['3', '4'])
  })

  it('the stream reopens after the delay that the platform asks for', async () => {
    const { client, waits } = scripted([
      streaming(['retry: 7000\n\n', frame('ready', '4')]),
      refusing(429, { 'retry-after': '5' }),
      streaming([frame('ready', '4')], { after: 'hang' }),
    ])
    await take(client.events(), 2)
    expect(waits).toEqual([7_000, 5_000])
  })

  it('the stream reopens after a silence', async () => {
    const { client, retried } = scripted([
      streaming([frame('ready', '4')], { after: 'hang' }),
      streaming([frame('ready', '5')], { after: 'hang' }),
    ])
    const events = client.events({ heartbeatTimeoutMs: 50 })
    expect(await take(events, 2)).toEqual(['ready 4', 'ready 5'])
    expect(retried).toMatchObject([{ code: 'timed-out' }])
  })

  it('the stream is opened again when it did not start', async () => {
    const { client, retried } = scripted([
      never,
      streaming([frame('ready', '5')], { after: 'hang' }),
    ])
    expect(await take(client.events({ timeoutMs: 50 }), 1)).toEqual(['ready 5'])
    expect(retried).toMatchObject([{ code: 'timed-out' }])
  })

  it.each([400, 401, 403, 404])('events end with a %i', async (status) => {
    const { client, requests } = scripted([refusing(status)])
    expect(await failureOf(take(client.events(), 1))).toMatchObject({ code: `ERR_${status}` })
    expect(requests).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['what is no JSON', streaming(['data: {"type":\n\n'])],
    ['what has no type', streaming(['data: {}\n\n'])],
    ['an event without end', streaming([`data: ${'x'.repeat(2_000)}`])],
  ])('events end with %s', async (_name, answer) => {
    const { client } = scripted([answer], { maxBytes: 1_000 })
    expect(await failureOf(take(client.events(), 1))).toMatchObject({ code: 'unreadable' })
  })

  it('events end with the reason of the signal, or when reading stops', async () => {
    let left = 0
    const onLeave = () => {
      left += 1
    }
    const hanging = streaming([frame('ready', '4')], { after: 'hang', onLeave })
    const { client } = scripted([hanging, hanging])
    const leaving = new AbortController()
    const reason = new Error('left')
    const events = client.events({ signal: leaving.signal })
    await events.next()
    const next = failureOf(events.next())
    leaving.abort(reason)
    expect(await next).toBe(reason)
    expect(left).toBeGreaterThan(0)

    left = 0
    for await (const _ of client.events()) break
    expect(left).toBeGreaterThan(0)
  })
})
