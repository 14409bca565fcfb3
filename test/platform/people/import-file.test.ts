import { describe, expect, it } from 'vitest'
import { KEY, testPlatform } from '../../helper/test-platform.ts'

const COLUMNS = 'uid:Email,name:Name,guid:Group'

async function importing() {
  const { app, call } = await testPlatform()
  const send = async (body: string | Uint8Array<ArrayBuffer>, columns = COLUMNS) => {
    const path = `/v3/data_import/members?${new URLSearchParams({ columns })}`
    const headers = { apikey: KEY, 'content-type': 'text/csv; charset=utf-8' }
    const response = await app.request(path, { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }
  return { call, send }
}

describe('POST /v3/data_import/members with a file', () => {
  it('rows are imported by mapped columns, and the others come back with their problems', async () => {
    const { call, send } = await importing()
    await call('POST', '/v3/groups', { body: { guid: 'pier', name: 'The pier', type: 'public' } })
    const { status, body } = await send(
      'Email;Name;Group;Age\nann@x.example;Ann;Pier;7\n田;Ben;Pier;8\nben@x.example;;Dock;9\n',
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      'pier_ann-x-example': { success: true, data: { guid: 'pier', uid: 'ann-x-example' } },
      'dock_ben-x-example': { success: false, error: { code: 'ERR_UID_NOT_FOUND' } },
    })
    expect(body.meta).toEqual({
      notes: [
        '2 guids were made of other columns, such as pier of “Pier”.',
        '2 uids were made of other columns, such as ann-x-example of “ann@x.example”.',
        'New groups without a type are private.',
      ],
      problems: [
        {
          problem: 'uid: is required, and cannot be made of “田”',
          ...{ Email: '田', Name: 'Ben', Group: 'Pier', Age: '8' },
        },
        {
          problem: 'uid does not exist: send userDetails to create the user.',
          ...{ Email: 'ben@x.example', Name: '', Group: 'Dock', Age: '9' },
        },
      ],
    })
    // A group that exists stays as it is.
    expect((await call('GET', '/v3/groups/pier')).body.data.name).toBe('The pier')
  })

  it('a file of more rows than a batch is imported whole, and again without a change', async () => {
    const { call, send } = await importing()
    const rows = Array.from({ length: 120 }, (_, at) => `u${at}@x.example,User ${at},Crew`)
    const file = `Email,Name,Group\n${rows.join('\n')}`
    for (const _ of [1, 2]) {
      const { body } = await send(file)
      expect([Object.keys(body.data).length, body.meta.problems]).toEqual([120, []])
    }
    const { body } = await call('GET', '/v3/groups/crew/members')
    expect(body.meta.pagination.total).toBe(120)
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
    [
      'of too many rows',
      `Email,Name,Group\n${'a,b,c\n'.repeat(1_001)}`,
      COLUMNS,
      'at most 1000 rows',
    ],
    ['that is a workbook', Uint8Array.of(0x50, 0x4b, 3, 4), COLUMNS, 'is an Excel workbook: save'],
    ['that is nested deep', `[${'['.repeat(200_000)}`, '', 'not be nested more than 100 levels'],
    ['without its columns', 'Name\nAnn', COLUMNS, 'must have the columns'],
    ['with wrong columns', 'Email,Name,Group', 'mail:Email', 'columns: “mail:Email” must be'],
  ])('a file %s is an error that says so', async (_name, file, columns, message) => {
    const { send } = await importing()
    const { status, body } = await send(file, columns)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'ERR_BAD_REQUEST',
      message: expect.stringContaining(message),
    })
  })
})
