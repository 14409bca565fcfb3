import { describe, expect, it } from 'vitest'
import { LaunchRecord, toProduct } from '../../../src/sources/user-catalogue/launch-record.ts'

const KITE = { id: 1, name: ' Kite ', votesCount: 7, launchedAt: '2026-11-20' }

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
    ['2026-07-01', '2026-07-01T04:00:00.000Z'],
    ['2026-01-31T10:00:00+05:45', '2026-01-31T04:15:00.000Z'],
    ['2026-01-31T10:00:00.123456Z', '2026-01-31T10:00:00.123Z'],
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
