import { describe, expect, it } from 'vitest'
import { type ClientError, createClient } from '../../src/client/client.ts'
import {
  type Answer,
  failureOf,
  frame,
  refusing,
  scripted,
  streaming,
} from './scripted-platform.fixture.ts'

const hi = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } } as const

describe('api', () => {
  it('paths are below the address, ids are encoded, and long numbers keep their digits', async () => {
    const answer: Answer = ({ url }) =>
      new Response(`{"data":{"id":12345678901234567890,"url":"${url}"}}`)
    const fetch: typeof globalThis.fetch = async (url, init) => answer(new Request(url, init))
    const { api } = createClient('https://app.api-eu.example/v/', { apiKey: 'key', fetch })
    const params = { path: { id: 'a/b?c' } }
    expect((await api.GET('/v3/messages/{id}', { params })).data).toEqual({
      id: '12345678901234567890',
      url: 'https://app.api-eu.example/v/v3/messages/a%2Fb%3Fc',
    })
  })

  it.each(['', '.', '..'])('the id %j, which leads to another path, is not sent', async (uid) => {
    const { client, requests } = scripted([])
    const call = client.api.GET('/v3/users/{uid}', { params: { path: { uid } } })
    expect(await failureOf(call)).toMatchObject({
      code: 'invalid-request',
      details: [{ field: 'uid' }],
    })
    expect(requests).toEqual([])
  })

  it.each(['', 'http://key@host', 'https://host?a=b', 'file:///etc'])(
    'the address %j is invalid',
    (url) => {
      expect(() => createClient(url)).toThrow('url: must')
    },
  )

  it('an answer that is no JSON is returned as text where that is asked for', async () => {
    const { client } = scripted([() => new Response('name\r\nClapperjack\r\n')])
    const query = { format: 'csv' } as const
    const csv = client.api.GET('/api/top', { params: { query }, parseAs: 'text' })
    expect(await csv).toBe('name\r\nClapperjack\r\n')
  })
})

describe('retries', () => {
  const lost: Answer = async () => {
    throw new TypeError('fetch failed')
  }
  const done = () => Response.json({ data: { id: '1' } })

  it('a lost answer is only retried where a repetition changes nothing', async () => {
    const repeatable = scripted([lost, lost, done])
    const sent = repeatable.client.api.POST('/v3/messages', { body: { ...hi, muid: 'm1' } })
    expect((await sent).data.id).toBe('1')
    expect(repeatable.waits).toEqual([1_000, 2_000])
    const reaction = scripted([lost, done])
    await reaction.client.api.POST('/v3/messages/{id}/reactions/{reaction}', {
      params: { path: { id: '1', reaction: '⚓' } },
    })
    expect(reaction.requests).toHaveLength(2)
    const once = scripted([lost])
    const unsent = once.client.api.POST('/v3/messages', { body: hi })
    expect(await failureOf(unsent)).toMatchObject({ code: 'unreachable' })
  })

  it('a rejected call is retried when the service says, unless that is late', async () => {
    const { client, waits } = scripted([refusing(429, { 'retry-after': '3' }), done])
    await client.api.POST('/v3/messages', { body: hi })
    expect(waits).toEqual([3_000])
    const late = scripted([refusing(429, { 'retry-after': '3600' })])
    const failure = await failureOf(late.client.api.POST('/v3/messages', { body: hi }))
    expect(failure).toMatchObject({ retryAfterMs: 3_600_000 })
  })
})

describe('pages()', () => {
  const page = (uids: string[], id?: string) => () =>
    Response.json({
      data: uids.map((uid) => ({ uid })),
      meta: { next: id && { affix: 'append', id } },
    })

  async function uidsOf(...answers: Answer[]) {
    const { client } = scripted(answers)
    const pages: string[][] = []
    const params = { path: { id: '7' } }
    for await (const { data } of client.pages('/v3/messages/{id}/reactions', { params })) {
      pages.push(data.map(({ uid }) => uid))
    }
    return pages
  }

  it('an empty last page is not returned, and an empty list has one empty page', async () => {
    expect(await uidsOf(page(['ann'], '1'), page([]))).toEqual([['ann']])
    expect(await uidsOf(page([]))).toEqual([[]])
  })

  it('a repeated cursor is an error and not an endless loop', async () => {
    const repeated = uidsOf(page([], '3'), page([], '3'))
    expect(await failureOf(repeated)).toMatchObject({ code: 'unreadable' })
  })
})

describe('streamMessage()', () => {
  const message = frame('message', 'r-1', { runId: 'r', message: { id: '1' } })

  async function typesOf(events: AsyncIterable<{ type: string }>) {
    const types: string[] = []
    try {
      for await (const { type } of events) types.push(type)
    } catch (error) {
      types.push((error as ClientError).code)
    }
    return types
  }

  it('a stream ends with the answer, whatever happens to the connection later', async () => {
    const { client, requests } = scripted([
      streaming([message, frame('answer', 'r-2', { runId: 'r' })], { after: 'hang' }),
    ])
    const events = client.streamMessage(hi, { onBehalfOf: 'ann' })
    expect(await typesOf(events)).toEqual(['message', 'answer'])
    const [{ headers }] = requests as [Request]
    expect(headers.get('accept')).toContain('text/event-stream')
    expect(headers.get('onbehalfof')).toBe('ann')
  })

  it('a stream that ends without an answer is an error and is not repeated', async () => {
    const { client, requests } = scripted([streaming([message])])
    const events = client.streamMessage({ ...hi, muid: 'm1' })
    expect(await typesOf(events)).toEqual(['message', 'unreachable'])
    expect(requests).toHaveLength(1)
  })

  it('a stream that did not start is requested again only for a message with a muid', async () => {
    const failing = scripted([refusing(503)])
    expect(await typesOf(failing.client.streamMessage(hi))).toEqual(['ERR_503'])
    const repeated = scripted([refusing(503), streaming([frame('run-error', 'r-1')])])
    const events = repeated.client.streamMessage({ ...hi, muid: 'm1' })
    expect(await typesOf(events)).toEqual(['run-error'])
  })
})
