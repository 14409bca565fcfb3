import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'
import { requestOf } from '../request-of.ts'

const zoneIn = (text: string) => requestOf(text).zone

describe('a time zone in a message', () => {
  it.each([
    ['top today in Tokyo time', 'Asia/Tokyo'],
    ['top today in London', 'Europe/London'],
    ['top today, Berlin', 'Europe/Berlin'],
    ['top today PST', 'America/Los_Angeles'],
    ['top today pst', 'America/Los_Angeles'],
    ['top today in ET', 'America/New_York'],
    ['top today IST', 'Asia/Kolkata'],
    ['top today UTC', 'UTC'],
    ['Vancouver here: top of yesterday', 'America/Vancouver'],
    ['yesterday (Mexico City) top 3', 'America/Mexico_City'],
    ['In Cairo it is Friday night. top today', 'Africa/Cairo'],
    ['top today in GMT+2', 'Etc/GMT-2'],
    ['top today UTC+5:30', 'Asia/Kolkata'],
    ['top today Europe/Paris', 'Europe/Paris'],
    ['top today america/new_york', 'America/New_York'],
    ['top today in India', 'Asia/Kolkata'],
    ['top today in San Francisco', 'America/Los_Angeles'],
    ['top today in Ho Chi Minh City', 'Asia/Ho_Chi_Minh'],
    ['top today, eastern standard time', 'America/New_York'],
    ["what's on top in Hong Kong today", 'Asia/Hong_Kong'],
  ])('%s is %s', (text, zone) => {
    expect(zoneIn(text)).toSatisfy((found: string) => sameZone(found, zone))
  })

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

/** Compares canonical names, because runtimes differ in which alias of a zone is canonical. */
function sameZone(a: string, b: string): boolean {
  const name = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  return name(a) === name(b)
}
