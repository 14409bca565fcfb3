import { inspect } from 'node:util'
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
  it('goes on where it left off, whenever its stream ends or breaks', async () => {
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

  it('says that it was dropped, with the id to go on from, and comes back', async () => {
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

  it('comes back when the platform wants it to', async () => {
    const { client, waits } = scripted([
      streaming(['retry: 7000\n\n', frame('ready', '4')]),
      refusing(429, { 'retry-after': '5' }),
      streaming([frame('ready', '4')], { after: 'hang' }),
    ])
    await take(client.events(), 2)
    expect(waits).toEqual([7_000, 5_000])
  })

  it('comes back after a silence', async () => {
    const { client, retried } = scripted([
      streaming([frame('ready', '4')], { after: 'hang' }),
      streaming([frame('ready', '5')], { after: 'hang' }),
    ])
    const events = client.events({ heartbeatTimeoutMs: 50 })
    expect(await take(events, 2)).toEqual(['ready 4', 'ready 5'])
    expect(retried).toMatchObject([{ code: 'timed-out' }])
  })

  it('comes back where the stream does not even begin', async () => {
    const { client, retried } = scripted([
      never,
      streaming([frame('ready', '5')], { after: 'hang' }),
    ])
    expect(await take(client.events({ timeoutMs: 50 }), 1)).toEqual(['ready 5'])
    expect(retried).toMatchObject([{ code: 'timed-out' }])
  })

  it.each([400, 401, 403, 404])('ends with a %i', async (status) => {
    const { client, requests } = scripted([refusing(status)])
    expect(await failureOf(take(client.events(), 1))).toMatchObject({ code: `ERR_${status}` })
    expect(requests).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['what is no JSON', streaming(['data: {"type":\n\n'])],
    ['what has no type', streaming(['data: {}\n\n'])],
    ['an event without end', streaming([`data: ${'x'.repeat(2_000)}`])],
  ])('ends with %s', async (_name, answer) => {
    const { client } = scripted([answer], { maxBytes: 1_000 })
    expect(await failureOf(take(client.events(), 1))).toMatchObject({ code: 'unreadable' })
  })

  it('ends with the reason of its signal, and with whoever leaves off', async () => {
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

  it('ends with the answer, whatever the connection does then', async () => {
    const { client, requests } = scripted([
      streaming([message, frame('answer', 'r-2', { runId: 'r' })], { after: 'hang' }),
    ])
    expect(await typesOf(client.streamMessage(hi))).toEqual(['message', 'answer'])
    const [{ headers }] = requests as [Request]
    expect(headers.get('accept')).toContain('text/event-stream')
  })

  it('fails where it ends without one, and is not begun again', async () => {
    const { client, requests } = scripted([streaming([message])])
    expect(await typesOf(client.streamMessage({ ...hi, muid: 'm1' }))).toEqual([
      'message',
      'unreachable',
    ])
    expect(requests).toHaveLength(1)
  })

  it('is made again before it began where the message has a muid alone', async () => {
    const failing = scripted([refusing(503)])
    expect(await typesOf(failing.client.streamMessage(hi))).toEqual(['ERR_503'])
    const repeated = scripted([refusing(503), streaming([frame('failed', 'r-1')])])
    const events = repeated.client.streamMessage({ ...hi, muid: 'm1' })
    expect(await typesOf(events)).toEqual(['failed'])
  })
})

describe('an auth token', () => {
  const ann = () => Response.json({ data: { uid: 'ann', name: 'Ann' } })
  const accepting =
    (token: string): Answer =>
    (request) =>
      request.headers.get('authtoken') === token ? ann() : refusing(401)(request)

  it('is sent in place of a key, and fetched once for many calls', async () => {
    let fetched = 0
    const authToken = async () => `t${++fetched}`
    const { client, requests } = scripted(Array(3).fill(ann), { authToken })
    await Promise.all([1, 2, 3].map(() => client.users.get('ann')))
    const sent = requests.map(({ headers }) => [headers.get('authtoken'), headers.get('apikey')])
    expect(sent).toEqual(Array(3).fill(['t1', null]))
  })

  it('is fetched anew after a 401, once for all calls that got one', async () => {
    let fetched = 0
    const authToken = async () => `t${++fetched}`
    const { client, requests } = scripted(Array(4).fill(accepting('t2')), { authToken })
    await Promise.all([client.users.get('ann'), client.users.get('ann')])
    expect([fetched, requests.length]).toEqual([2, 4])
  })

  it('is fetched anew for events too', async () => {
    let fetched = 0
    const { client } = scripted(
      [refusing(401), streaming([frame('ready', '1')], { after: 'hang' })],
      { authToken: () => `t${++fetched}` },
    )
    expect(await take(client.events(), 1)).toEqual(['ready 1'])
    expect(fetched).toBe(2)
  })

  it('fails where the one after it is no better, or where there is no other', async () => {
    const renewing = scripted([refusing(401), refusing(401)], { authToken: () => 't1' })
    await expect(renewing.client.users.get('ann')).rejects.toMatchObject({ status: 401 })
    const fixed = scripted([refusing(401)], { authToken: 't1' })
    await expect(fixed.client.users.get('ann')).rejects.toMatchObject({ status: 401 })
    expect([renewing.requests.length, fixed.requests.length]).toEqual([2, 1])
  })

  it('that cannot be fetched ends the call alone', async () => {
    const tokens = [Promise.reject(new Error('signed out')), 't1']
    const { client } = scripted([ann], { authToken: async () => tokens.shift() ?? '' })
    const failure = await failureOf(client.users.get('ann'))
    expect(failure).toMatchObject({ code: 'no-token', cause: { message: 'signed out' } })
    expect(await client.users.get('ann')).toMatchObject({ uid: 'ann' })
    let isSignedIn = false
    const throwing = scripted([ann], {
      authToken() {
        if (isSignedIn) return 't1'
        throw new Error('signed out')
      },
    })
    expect(await failureOf(throwing.client.users.get('ann'))).toMatchObject({ code: 'no-token' })
    isSignedIn = true
    expect(await throwing.client.users.get('ann')).toMatchObject({ uid: 'ann' })
    const hanging = scripted([], { authToken: () => new Promise<string>(() => {}) })
    const late = hanging.client.users.get('ann', { timeoutMs: 20 })
    expect(await failureOf(late)).toMatchObject({ code: 'timed-out' })
  })

  it('stands in no error, even where the platform repeats it', async () => {
    const echo: Answer = ({ headers }) => {
      const said = `${headers.get('authtoken')} is bad`
      return Response.json(
        { error: { code: 'C', message: said, details: { said } } },
        { status: 401 },
      )
    }
    const tokens = ['s3cret-1', 's3cret-2']
    const authToken = () => tokens.shift() ?? 's3cret-3'
    const { client } = scripted([echo, echo], { authToken })
    const failure = await failureOf(client.users.get('ann'))
    expect(failure.message).toBe('<AUTH_TOKEN> is bad')
    expect(inspect(failure, { depth: 9 })).not.toContain('s3cret')
  })

  it.each([
    [{}, 'apiKey: is required, unless there is an authToken'],
    [{ apiKey: 'k', authToken: 't' }, 'authToken: must not be given together with apiKey'],
    [{ authToken: 'two words' }, 'authToken: must be a key without spaces'],
  ])('or a key is needed, and not both: %j', (caller, message) => {
    expect(() => createPlatformClient({ baseUrl: 'http://localhost', ...caller })).toThrow(message)
  })
})
