import { describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../src/client/client.ts'
import { type Answer, failureOf, refusing, scripted } from './scripted-platform.fixture.ts'

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

describe('retries', () => {
  const hi = { receiver: 'ben', receiverType: 'user', data: { text: 'Hi' } } as const
  const lost: Answer = async () => {
    throw new TypeError('fetch failed')
  }
  const sent = () => Response.json({ data: { id: '1' } })

  it('a lost answer is retried only for a message with a muid', async () => {
    const repeatable = scripted([lost, lost, sent])
    expect(await repeatable.client.sendMessage({ ...hi, muid: 'm1' })).toEqual({ id: '1' })
    expect(repeatable.waits).toEqual([1_000, 2_000])
    const once = scripted([lost])
    expect(await failureOf(once.client.sendMessage(hi))).toMatchObject({ code: 'unreachable' })
  })

  it('a rejected message is retried when the platform says, unless that is late', async () => {
    const { client, waits } = scripted([refusing(429, { 'retry-after': '3' }), sent])
    await client.sendMessage(hi)
    expect(waits).toEqual([3_000])
    const late = scripted([refusing(429, { 'retry-after': '3600' })])
    expect(await failureOf(late.client.sendMessage(hi))).toMatchObject({ retryAfterMs: 3_600_000 })
  })
})

describe('pages', () => {
  const page = (uids: string[], id?: string) => () =>
    Response.json({
      data: uids.map((uid) => ({ uid })),
      meta: { next: id && { affix: 'append', id } },
    })

  async function uidsOf(...answers: Answer[]) {
    const { client } = scripted(answers)
    const pages: string[][] = []
    for await (const { reactions } of client.listReactions('7')) {
      pages.push(reactions.map(({ uid }) => uid))
    }
    return pages
  }

  it('an empty last page is not returned, and an empty list has one empty page', async () => {
    expect(await uidsOf(page(['ann'], '1'), page([]))).toEqual([['ann']])
    expect(await uidsOf(page([]))).toEqual([[]])
  })

  it('a platform that repeats a cursor is an error and not an endless loop', async () => {
    const repeated = uidsOf(page([], '3'), page([], '3'))
    expect(await failureOf(repeated)).toMatchObject({ code: 'unreadable' })
  })
})
