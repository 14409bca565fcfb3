import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import { type Answer, failureOf, refusing, scripted } from './scripted-platform.fixture.ts'

const getAnn = ({ api }: Client, options = {}) =>
  api.GET('/v3/users/{uid}', { params: { path: { uid: 'ann' } }, ...options })

describe('a credential', () => {
  const ann = () => Response.json({ data: { uid: 'ann', name: 'Ann' } })
  const accepting =
    (token: string): Answer =>
    (request) =>
      request.headers.get('authtoken') === token ? ann() : refusing(401)(request)

  it('an auth token is fetched once for many calls and sent in place of a key', async () => {
    let fetched = 0
    const authToken = async () => `t${++fetched}`
    const { client, requests } = scripted(Array(3).fill(ann), { authToken })
    await Promise.all([1, 2, 3].map(() => getAnn(client)))
    const sent = requests.map(({ headers }) => [headers.get('authtoken'), headers.get('apikey')])
    expect(sent).toEqual(Array(3).fill(['t1', null]))
  })

  it('the token of the service is sent to all but the chat platform, which gets its key', async () => {
    const list = () => Response.json({ posts: [] })
    const { client, requests } = scripted([list, ann], { token: 'jwt', apiKey: 'key' })
    await client.api.GET('/api/top')
    await getAnn(client)
    const sent = requests.map(({ headers }) => [
      headers.get('authorization'),
      headers.get('apikey'),
    ])
    expect(sent).toEqual([
      ['Bearer jwt', null],
      [null, 'key'],
    ])
  })

  it('after a 401 concurrent calls share one new auth token', async () => {
    let fetched = 0
    const authToken = async () => `t${++fetched}`
    const { client, requests } = scripted(Array(4).fill(accepting('t2')), { authToken })
    await Promise.all([getAnn(client), getAnn(client)])
    expect([fetched, requests.length]).toEqual([2, 4])
  })

  it('a second 401, or a fixed token, is an error', async () => {
    const renewing = scripted([refusing(401), refusing(401)], { authToken: () => 't1' })
    await expect(getAnn(renewing.client)).rejects.toMatchObject({ status: 401 })
    const fixed = scripted([refusing(401)], { authToken: 't1' })
    await expect(getAnn(fixed.client)).rejects.toMatchObject({ status: 401 })
    expect([renewing.requests.length, fixed.requests.length]).toEqual([2, 1])
  })

  it('an auth token that cannot be fetched fails the call, and the next call tries again', async () => {
    const tokens = [Promise.reject(new Error('signed out')), 't1']
    const { client } = scripted([ann], { authToken: async () => tokens.shift() ?? '' })
    const failure = await failureOf(getAnn(client))
    expect(failure).toMatchObject({ code: 'no-token', cause: { message: 'signed out' } })
    expect(await getAnn(client)).toMatchObject({ data: { uid: 'ann' } })
    let isSignedIn = false
    const throwing = scripted([ann], {
      authToken() {
        if (isSignedIn) return 't1'
        throw new Error('signed out')
      },
    })
    expect(await failureOf(getAnn(throwing.client))).toMatchObject({ code: 'no-token' })
    isSignedIn = true
    expect(await getAnn(throwing.client)).toMatchObject({ data: { uid: 'ann' } })
  })

  it('no error contains the auth token, even when the platform repeats it', async () => {
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
    const failure = await failureOf(getAnn(client))
    expect(failure.message).toBe('<secret> is bad')
    expect(inspect(failure, { depth: 9 })).not.toContain('s3cret')
  })

  it.each([
    [{ apiKey: 'k', authToken: 't' }, 'authToken: must not be given together with apiKey'],
    [{ authToken: 'two words' }, 'authToken: must be a key without spaces'],
    [{ token: 'two words' }, 'authorization: must be a key without spaces'],
  ])('credentials are one key or token each: %j', (caller, message) => {
    expect(() => createClient('http://localhost', caller)).toThrow(message)
  })
})
