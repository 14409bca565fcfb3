import { describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../src/client/client.ts'

/** A platform within this process, so that the client can be tried wherever it runs. */
function clientOf(answer: (request: Request) => Response) {
  const fetch = async (address: RequestInfo | URL, init?: RequestInit) =>
    answer(new Request(address, init))
  return createPlatformClient({ baseUrl: 'https://app.api-eu.example/', apiKey: 'key', fetch })
}

describe('createPlatformClient()', () => {
  it('members are imported with the key in a header and paths below the base address', async () => {
    const requests: Request[] = []
    const client = clientOf((request) => {
      requests.push(request)
      return Response.json({ data: { team_ann: { success: true } } })
    })
    const record = { memberId: 'team_ann', guid: 'team', uid: 'ann' }
    const batches = []
    for await (const outcomes of client.importMembers([record])) batches.push(outcomes)
    expect(batches).toEqual([[{ record, success: true, member: undefined }]])
    const [request] = requests
    expect(request!.url).toBe('https://app.api-eu.example/v3/data_import/members')
    expect(request!.headers.get('apikey')).toBe('key')
    expect(await request!.json()).toEqual({ members: { team_ann: record } })
  })

  it('a redirect is not followed', async () => {
    const client = clientOf(({ redirect }) => {
      expect(redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
    })
    await expect(client.getSettings()).rejects.toMatchObject({ code: 'redirected' })
  })

  it('an id that would lead to another path is an error before it is sent', async () => {
    const client = clientOf(() => {
      throw new Error('it was sent')
    })
    const refused = { code: 'invalid-request', details: [{ field: 'uid' }] }
    await expect(client.users.get('..')).rejects.toMatchObject(refused)
    await expect(client.authTokens.revoke('.', '7')).rejects.toMatchObject(refused)
    await expect(client.authTokens.revoke('ann', '')).rejects.toThrow('id: must not be empty')
  })

  it('ids are percent-encoded, and long numbers in answers keep their digits', async () => {
    const client = clientOf(
      ({ url }) => new Response(`{"data":{"id":12345678901234567890,"url":"${url}"}}`),
    )
    expect(await client.getMessage('a/b?c')).toEqual({
      id: '12345678901234567890',
      url: 'https://app.api-eu.example/v3/messages/a%2Fb%3Fc',
    })
  })

  it.each(['', 'http://key@host', 'https://host?a=b', 'file:///etc'])(
    'the base address %j is invalid',
    (baseUrl) => {
      expect(() => createPlatformClient({ baseUrl, apiKey: 'key' })).toThrow('baseUrl')
    },
  )
})
