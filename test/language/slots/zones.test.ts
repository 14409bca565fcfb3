import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf } from '../request-of.ts'

const zoneIn = (text: string) => requestOf(text).zone

describe('a time zone in a message', () => {
  it.each([
    ['top time tracking apps'],
    ['best apps to eat well today'],
    ['top products of all time'],
    ['best launches in fintech'],
    ['tools for GST billing'],
    ['PT management software'],
    ['top on canada day'],
  ])('is absent from "%s"', (text) => {
    expect(zoneIn(text)).toBeUndefined()
  })

  it('becomes a search word in a search request', () => {
    expect(requestOf('find me coworking apps in Berlin').words).toBe('coworking berlin')
  })

  it('selects the tool that accepts time zones', async () => {
    const { calls } = await ask('top 3 this week in Tokyo time')
    expect(calls).toMatchObject([
      { toolName: 'getTopProductsByTimeframe', input: { tz: 'Asia/Tokyo', limit: 3 } },
    ])
  })
})
