import { describe, expect, it } from 'vitest'
import { nameWindow, spanIn } from '../../../src/web/product/timeframes.ts'

// The days are those of the service, whatever this runtime knows of the zone.
const window = (label: string, from: string, to: string) => {
  return { from, to, label, postedBefore: `${to}T23:00:00.000Z` }
}

describe('spanIn()', () => {
  it.each([
    ['today', 'today', '2020-11-18', '2020-11-18', '2020-11-18'],
    ['yesterday', 'yesterday', '2020-11-17', '2020-11-17', '2020-11-18'],
    ['this_week', 'this_week', '2020-11-16', '2020-11-22', '2020-11-18'],
    ['this_month', 'this_month', '2020-11-01', '2020-11-30', '2020-11-18'],
  ])('%s is the window that the service answers', (timeframe, label, first, last, today) => {
    const to = label === 'yesterday' ? last : today
    const answered = spanIn(timeframe, 'UTC', window(label, first, to))
    expect(answered).toEqual({ today, span: expect.objectContaining({ first, last }) })
  })

  it('a range has the days of the answer', () => {
    const answered = window('range', '2020-11-01', '2020-11-15')
    const { span } = spanIn('2020-11-01/2020-11-15', 'UTC', answered)
    expect(span).toEqual({ kind: 'range', first: '2020-11-01', last: '2020-11-15' })
  })
})

describe('nameWindow()', () => {
  it.each([
    ['day', '2020-11-26', '2020-11-26', 'November 26, 2020'],
    ['week', '2020-11-16', '2020-11-22', 'Week 47, 2020'],
    ['month', '2020-11-01', '2020-11-30', 'November 2020'],
    ['range', '2020-11-26', '2020-11-27', 'November 26–27, 2020'],
    ['last_7_days', '2020-11-20', '2020-11-26', 'Last 7 days'],
  ])('a %s from %s to %s is %s', (label, from, to, full) => {
    expect(nameWindow(window(label, from, to)).full).toBe(full)
  })
})
