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
    ['top today', 'today'],
    ['top launches tonight', 'today'],
    ['best of last night', 'yesterday'],
    ['top the day before yesterday', '2026-11-18'],
    ['top 3 days ago', '2026-11-17'],
    ['top this week', 'this_week'],
    ['top last week', 'last_week'],
    ['top of the previous month', 'last_month'],
    ['top of the week before last', '2026-W45'],
    ['top in the past week', 'last_7_days'],
    ['top in the past ten days', 'last_10_days'],
    ['top last fortnight', 'last_14_days'],
    ['top last two weeks', 'last_14_days'],
    ['top last 45 days', '2026-10-06/2026-11-20'],
    ['top last 24 hours', 'last_1_days'],
    ['top past 6 hours', '2026-11-20T12:00:00.000Z/2026-11-20T18:00:00.000Z'],
    ['top last tuesday', '2026-11-17'],
    ['top on friday', '2026-11-13'],
    ['top this friday', '2026-11-20'],
    ['top tuesday of last week', '2026-11-10'],
    ['top last weekend', '2026-11-14/2026-11-15'],
    ['top in october', '2026-10'],
    ['top in december', '2025-12'],
    ['top in november', '2026-11'],
    ['top of march 2025', '2025-03'],
    ['top in october last year', '2025-10'],
    ['top of 2025', '2025'],
    ['top this year', 'this_year'],
    ['top last quarter', '2026-07-01/2026-09-30'],
    ['top this quarter', '2026-10-01/2026-11-20'],
    ['top q1 2025', '2025-01-01/2025-03-31'],
    ['top first half of 2026', '2026-01-01/2026-06-30'],
    ['top week 50', '2025-W50'],
    ['top nov 3rd', '2026-11-03'],
    ['nov 3 winners', '2026-11-03'],
    ['top from monday, first 3', '2026-11-16'],
    ['top of monday the 2nd', '2026-11-02'],
    ['leaderboard of 31st', '2026-10-31'],
    ['top 12/05/2026', '2026-05-12'],
    ['6 last days, best', 'last_6_days'],
    ['top of the moth', 'this_month'],
    ['top ast 3 days', 'last_3_days'],
    ['top 5 of all tme', 'all_time'],
    ['top 5 yoday', 'today'],
    ['last 3 moths', '2026-08-20/2026-11-20'],
    ["last week's ranking for the mon sync", 'last_week'],
    ['top 3 november', '2026-11'],
    ['top on 3 november', '2026-11-03'],
    ['top 11/03', '2026-11-03'],
    ['top 13.11.2026', '2026-11-13'],
    ['top dec 25', '2025-12-25'],
    ['top on the 12th', '2026-11-12'],
    ['top first week of november', '2026-11-01/2026-11-07'],
    ['top between nov 1 and nov 7', '2026-11-01/2026-11-07'],
    ['top from monday to wednesday', '2026-11-16/2026-11-18'],
    ['top dec 20 to jan 5', '2025-12-20/2026-01-05'],
    ['top from nov 1 to nov 7 2025', '2025-11-01/2025-11-07'],
    ['top since monday', '2026-11-16/2026-11-20'],
    ['top since october', '2026-10-01/2026-11-20'],
    ['top week of nov 2', '2026-W45'],
    ['top of saturday and sunday just past', '2026-11-14/2026-11-15'],
    ['top on the weekend, 14 and 15 november', '2026-11-14/2026-11-15'],
    ['top in july, this year', '2026-07'],
    ['top from 20 oct 26 to 24 oct 26', '2026-10-20/2026-10-24'],
    ['top from 1/11 to 5/11, european dates', '2026-11-01/2026-11-05'],
    ['top of the twelth of october', '2026-10-12'],
    ['top on february 29', '2024-02-29'],
    ['top end date 2026-11-18, start date 2026-11-12', '2026-11-12/2026-11-18'],
    ['top thirteen days back until now', 'last_13_days'],
    ['top quarter one 2024', '2024-01-01/2024-03-31'],
    ["top Q4'25", '2025-10-01/2025-12-31'],
    ['top friday of the week before last', '2026-11-06'],
    ['top of july two years ago', '2024-07'],
    ['top from mon 9 to fri 13 nov', '2026-11-09/2026-11-13'],
    ['top in the 1st half of november', '2026-11-01/2026-11-15'],
    ['top of april of the year before', '2025-04'],
    ["top of last week for tonight's podcast", 'last_week'],
    ['top of all time', 'all_time'],
    ['best ever', 'all_time'],
  ])('%s is %s', (text, timeframe) => {
    expect(timeframeIn(text)).toBe(timeframe)
  })

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

  it('in the future is rejected', () => {
    expect(requestOf('top products tomorrow').topic).toBe('future')
    expect(requestOf('top 5 next week').topic).toBe('future')
    expect(requestOf('top 5 of december 2026').topic).toBe('future')
    expect(requestOf('launches of monday the 23rd').topic).toBe('future')
    expect(requestOf('top 5 today', 'and tomorrow?').topic).toBe('future')
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
