import { describe, expect, it } from 'vitest'
import {
  type Answer,
  failureOf,
  frame,
  refusing,
  scripted,
  streaming,
  take,
} from './scripted-platform.fixture.ts'

const never: Answer = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('events()', () => {
  it('events continue where they left off whenever the stream ends or breaks', async () => {
    const { client, requests, waits } = scripted([
      streaming([
        frame('ready', '4'),
        ': heartbeat\n\n',
        frame('message-sent', '5'),
        frame('dropped'),
      ]),
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
    expect(await take(events, 6)).toEqual([
      'ready 4',
      'message-sent 5',
      'dropped 5',
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

  it('the stream reopens after the delay that the platform asks for', async () => {
    const { client, waits } = scripted([
      streaming(['retry: 7000\n\n', frame('ready', '4')]),
      refusing(429, { 'retry-after': '5' }),
      streaming([frame('ready', '4')], { after: 'hang' }),
    ])
    await take(client.events(), 2)
    expect(waits).toEqual([7_000, 5_000])
  })

  it('the stream reopens after a silence, and when it did not start', async () => {
    const { client, retried } = scripted([
      streaming([frame('ready', '4')], { after: 'hang' }),
      never,
      streaming([frame('ready', '5')], { after: 'hang' }),
    ])
    const events = client.events({ heartbeatTimeoutMs: 50, timeoutMs: 50 })
    expect(await take(events, 2)).toEqual(['ready 4', 'ready 5'])
    expect(retried).toMatchObject([{ code: 'timed-out' }, { code: 'timed-out' }])
  })

  it.each([400, 401])('events end with a %i', async (status) => {
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
