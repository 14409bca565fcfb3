import { describe, expect, it } from 'vitest'
import { LaunchRecord, toProduct } from '../../../src/sources/user-catalogue/launch-record.ts'

const KITE = { id: 1, name: ' Kite ', votesCount: 7, launchedAt: '2026-11-20' }

const wrongFields = (record: unknown) =>
  LaunchRecord.safeParse(record).error?.issues.map(({ path }) => path.join('.'))

describe('LaunchRecord', () => {
  it.each([
    ['a missing id', { ...KITE, id: undefined }, ['id']],
    ['a blank name', { ...KITE, name: ' ' }, ['name']],
    ['votes as text', { ...KITE, votesCount: '7' }, ['votesCount']],
    ['negative votes', { ...KITE, votesCount: -1 }, ['votesCount']],
    ['a local time', { ...KITE, launchedAt: '2026-11-20T08:00:00' }, ['launchedAt']],
    ['a day that does not exist', { ...KITE, launchedAt: '2026-02-30' }, ['launchedAt']],
    ['a link that is none', { ...KITE, url: 'javascript:alert(1)' }, ['url']],
    ['a picture that is none', { ...KITE, imageUrl: 'data:image/png,' }, ['imageUrl']],
    ['a blank topic', { ...KITE, topics: ['AI', ''] }, ['topics.1']],
    ['several at once', { ...KITE, id: '', votesCount: 1.5 }, ['id', 'votesCount']],
    ['a list', [], ['']],
  ])('%s is an issue of its field', (_name, record, fields) => {
    expect(wrongFields(record)).toEqual(fields)
  })
})

describe('toProduct()', () => {
  const productOf = (record: object, timezone = 'America/New_York') =>
    toProduct(timezone)(LaunchRecord.parse({ ...KITE, ...record }))

  it('what a record leaves out is null, or an empty list', () => {
    expect(productOf({})).toEqual({
      ...{
        id: '1',
        name: 'Kite',
        tagline: null,
        url: null,
        imageUrl: null,
        votesCount: 7,
        commentsCount: null,
      },
      ...{ launchedAt: '2026-11-20T05:00:00.000Z', topics: [] },
    })
  })

  it.each([
    ['2026-11-20', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20T08:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T10:00:00.5+02:00', '2026-11-20T08:00:00.500Z'],
  ])('a launch at %s is at the instant %s', (launchedAt, instant) => {
    expect(productOf({ launchedAt }).launchedAt).toBe(instant)
  })

  it('a link with credentials is dropped', () => {
    expect(productOf({ url: 'https://user:secret@a.example/' }).url).toBeNull()
    expect(productOf({ url: 'https://a.example/@user' }).url).toBe('https://a.example/@user')
  })
})
