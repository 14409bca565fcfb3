import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { resolveTimeframe } from '../../../src/ranking/timeframe.ts'
import { DEFAULT_TIMEZONE, NOW } from '../converse.ts'
import { requestOf, requestOfAt, requestsOf } from '../request-of.ts'

const timeframeIn = (text: string) => requestOf(text).timeframe

// NOW is Friday, 20 November 2026, 13:00 in New York.
describe('a timeframe in English', () => {
  it.each([
    ['last_week'],
    ['this_month'],
    ['last_10_days'],
    ['2026-11-05'],
    ['2026-10'],
    ['2026-W47'],
    ['2025'],
    ['2026-11-01/2026-11-15'],
  ])('%s is passed on unchanged', (timeframe) => {
    expect(timeframeIn(`top 3 ${timeframe}`)).toBe(timeframe)
  })

  it('is absent if the words mean something else', () => {
    expect(timeframeIn('may i see the top 5')).toBeUndefined()
    expect(timeframeIn('top 5 products with 24/7 support')).toBeUndefined()
    expect(requestOf('find me a black friday deals app').words).toBe('black friday deals')
  })

  it('in the future, or of too many days that are not in a row, is rejected', () => {
    expect(requestOf('top products tomorrow').topic).toBe('future')
    expect(requestOf('best friday launch this year').topic).toBe('several')
    expect(requestOf('who won the last 8 fridays?').topic).toBe('several')
    expect(requestOf('what launched today after 5pm').topic).toBe('future')
    expect(requestOf('top 5 next week').topic).toBe('future')
    expect(requestOf('top 5 of december 2026').topic).toBe('future')
    expect(requestOf('launches of monday the 23rd').topic).toBe('future')
    expect(requestOf('top 5 today', 'and tomorrow?').topic).toBe('future')
  })

  it.each([
    [['best Monday launch this month'], '2026-11-02/2026-11-16'],
    [['best Monday launch this month', 'and the best Sunday?'], '2026-11-01/2026-11-15'],
    [['best Monday launch this month', 'and last Sunday?'], '2026-11-15'],
    [['top 5 weekend launches this month'], '2026-11-01/2026-11-15'],
    [['the past two weekends'], '2026-11-07/2026-11-15'],
    [['the Tuesday before last, who won?'], '2026-11-10'],
    [['top 3 in the first half of October', 'second half'], '2026-10-16/2026-10-31'],
    [['top 3 a year ago today'], '2025-11-20'],
    [['top 5 lst wk', 'nd the wk b4'], '2026-W45'],
    [['top 10 today since noon'], '2026-11-20T17:00:00.000Z/2026-11-20T18:00:00.000Z'],
    [['top 3 yesterday', 'after 10:30 pm?'], '2026-11-20T03:30:00.000Z/2026-11-20T05:00:00.000Z'],
    [['launches from 9 to 11 am on Monday'], '2026-11-16T14:00:00.000Z/2026-11-16T16:00:00.000Z'],
    [['what launched this morning?'], '2026-11-20T05:00:00.000Z/2026-11-20T17:00:00.000Z'],
    [['who leads this morning?'], 'today'],
  ])('that limits another is that part of it: %j', (turns, timeframe) => {
    expect(requestOf(...turns).timeframe).toBe(timeframe)
  })

  it('is relative to the requested time zone', () => {
    const now = new Date('2026-11-20T23:30:00.000Z')
    const timeframe = (text: string) => requestOfAt(now, text).timeframe
    expect(timeframe('top 3 days ago')).toBe('2026-11-17')
    expect(timeframe('top 3 days ago in Tokyo time')).toBe('2026-11-18')
  })

  it('gives one request per timeframe', () => {
    const texts = (text: string) => requestsOf(text).map(({ timeframe }) => timeframe)
    expect(texts('top 3 today and yesterday')).toEqual(['today', 'yesterday'])
    expect(texts('compare last week with last month')).toEqual(['last_week', 'last_month'])
    expect(texts('best of yesterday and the day before')).toEqual(['yesterday', '2026-11-18'])
    expect(texts('top 3 of november and of november 5')).toEqual(['2026-11', '2026-11-05'])
    expect(texts('top 2 of today and of all time')).toEqual(['today', 'all_time'])
  })

  it('is the same day in every date format', async () => {
    const day = fc.date({ min: new Date('2019-01-01'), max: NOW, noInvalidDate: true })
    const style = fc.constantFrom(
      'yyyy-MM-dd',
      'LLLL d, yyyy',
      'LLL d yyyy',
      'd LLLL yyyy',
      'M/d/yyyy',
    )
    await fc.assert(
      fc.property(day, style, (date, format) => {
        const written = DateTime.fromJSDate(date, { zone: 'utc' }).setLocale('en-US')
        expect(timeframeIn(`top launches on ${written.toFormat(format)}`)).toBe(
          written.toFormat('yyyy-MM-dd'),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('is always accepted by the ranking tool', async () => {
    const words = [
      'the last past this week month year day days 3 10 45 1000000 ago of in on since from to and',
      'between until through monday friday nov november 5th 31st 2025 2026 q3 weekend yesterday',
      'today half first before early end 30 february 11/03 13.11.2026 2026-13 2026-W60 week hours',
    ]
    const word = fc.constantFrom(...words.join(' ').split(' '))
    await fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), (words) => {
        for (const { timeframe } of requestsOf(`top 5 ${words.join(' ')}`)) {
          if (!timeframe || timeframe === 'all_time') continue
          expect(() =>
            resolveTimeframe(timeframe, { tz: DEFAULT_TIMEZONE, now: NOW }),
          ).not.toThrow()
        }
      }),
      { numRuns: 300 },
    )
  })
})
