import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import {
  isTimezone,
  resolveTimeframe,
  rollingWindow,
  TIMEFRAME_FORMS,
} from '../../src/ranking/timeframe.ts'

// A Friday, twenty past three in the afternoon in New York.
const NOW = new Date('2026-11-20T20:20:42.042Z')
/** A megabyte takes some milliseconds of the processor; what is quadratic in it takes minutes. */
const MAX_LINEAR_MS = 5_000

const FLOORED = '2026-11-20T20:20:00.000Z'

function resolve(text: string, { tz = 'America/New_York', now = NOW } = {}) {
  return resolveTimeframe(text, { tz, now })
}

function bounds(text: string, tz: string, now = '2026-11-20T20:20:42.042Z') {
  const { window } = resolve(text, { tz, now: new Date(now) })
  return [window.postedAfter, window.postedBefore]
}

function refusal(text: string, tz = 'America/New_York') {
  try {
    resolve(text, { tz })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error(`not refused: ${text.slice(0, 50)}`)
}

describe('resolveTimeframe()', () => {
  it.each([
    ['today', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['yesterday', '2026-11-19T05:00:00.000Z', '2026-11-20T05:00:00.000Z'],
    ['this_week', '2026-11-16T05:00:00.000Z', FLOORED],
    ['this_month', '2026-11-01T04:00:00.000Z', FLOORED],
    ['this_year', '2026-01-01T05:00:00.000Z', FLOORED],
    ['last_week', '2026-11-09T05:00:00.000Z', '2026-11-16T05:00:00.000Z'],
    ['last_month', '2026-10-01T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    ['last_year', '2025-01-01T05:00:00.000Z', '2026-01-01T05:00:00.000Z'],
    ['last_1_days', '2026-11-19T20:20:00.000Z', FLOORED],
    ['last_10_days', '2026-11-10T20:20:00.000Z', FLOORED],
    ['last_31_days', '2026-10-20T20:20:00.000Z', FLOORED],
  ])('%s is a timeframe and its own label', (text, postedAfter, postedBefore) => {
    const window = { postedAfter, postedBefore, label: text }
    expect(resolve(text)).toMatchObject({ timeframe: text, window })
  })

  it.each([
    ['2026-11-20', 'day', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['2026-W47', 'week', '2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['2026-11', 'month', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026', 'year', '2026-01-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['2026-11-01/2026-11-15', 'range', '2026-11-01T04:00:00.000Z', '2026-11-16T05:00:00.000Z'],
    ['2026-11-20/2026-11-20', 'range', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    [
      '2026-11-20T10:00:00Z/2026-11-20T12:00:00Z',
      'range',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
    ],
  ])('%s is a %s', (text, label, postedAfter, postedBefore) => {
    const window = { postedAfter, postedBefore, label }
    expect(resolve(text)).toMatchObject({ timeframe: text, window })
  })

  it.each([
    ['Last-Week', 'last_week'],
    ['LAST  WEEK', 'last_week'],
    [' last 7 days ', 'last_7_days'],
    ['past_7-days', 'last_7_days'],
    ['last_1_day', 'last_1_days'],
    ['2026-w47', '2026-W47'],
    ['2026-11-01..2026-11-15', '2026-11-01/2026-11-15'],
    ['from:2026-11-01 to:2026-11-15', '2026-11-01/2026-11-15'],
    ['FROM: 2026-11-01 TO: 2026-11-15', '2026-11-01/2026-11-15'],
    ['2026-11-01 / 2026-11-15', '2026-11-01/2026-11-15'],
    [
      '2026-11-20T10:00:00 02:00/2026-11-20T12:00:00+02:00',
      '2026-11-20T08:00:00Z/2026-11-20T10:00:00Z',
    ],
    [
      'from:2026-11-20t10:00z to:2026-11-20t12:00:00.250-0330',
      '2026-11-20T10:00:00Z/2026-11-20T15:30:00.250Z',
    ],
  ])('%j is read as %s', (text, timeframe) => {
    expect(resolve(text).timeframe).toBe(timeframe)
    expect(resolve(timeframe)).toEqual(resolve(text))
  })

  it('two questions in one minute have the same window', () => {
    const later = new Date('2026-11-20T20:20:59.999Z')
    expect(resolve('this_week', { now: later })).toEqual(resolve('this_week'))
  })

  it('a range of instants may be empty', () => {
    const text = '2026-11-20T10:00:00Z/2026-11-20T11:00:00+01:00'
    expect(resolve(text).window.postedBefore).toBe(resolve(text).window.postedAfter)
  })
})

describe('days of resolveTimeframe()', () => {
  it.each([
    ['begins after a skipped midnight', 'America/Sao_Paulo', '2018-11-04', '03:00:00', 23],
    ['begins after a gap that began before', 'America/Toronto', '1919-03-31', '04:30:00', 23.5],
    ['begins at the first of two midnights', 'America/Havana', '2025-11-02', '04:00:00', 25],
    ['has no second midnight by a new law', 'America/Havana', '2026-11-01', '04:00:00', 24],
    ['keeps summer time by a new law', 'America/Vancouver', '2026-11-01', '07:00:00', 24],
    ['is the first of Ramadan', 'Africa/Casablanca', '2026-02-15', '23:00:00', 25],
    ['is the first after Ramadan', 'Africa/Casablanca', '2026-03-22', '00:00:00', 23],
    ['is shorter by half an hour', 'Australia/Lord_Howe', '2026-10-04', '13:30:00', 23.5],
    ['has an offset with seconds', 'Africa/Monrovia', '1971-06-01', '00:44:30', 24],
  ])('a day that %s', (_case, tz, day, time, hours) => {
    const [from = '', until = ''] = bounds(day, tz)
    expect(from.slice(11, 19)).toBe(time)
    expect((Date.parse(until) - Date.parse(from)) / 3_600_000).toBe(hours)
  })

  it.each([
    ['America/Vancouver', '07'],
    ['America/Edmonton', '06'],
    ['America/Yellowknife', '06'],
    ['America/Inuvik', '06'],
    ['America/Winnipeg', '05'],
    ['America/Rainy_River', '05'],
    ['America/Havana', '04'],
    ['Africa/Casablanca', '00'],
    ['Africa/El_Aaiun', '00'],
  ])('a day in %s is that of the law of 2026', (tz, hour) => {
    const ends = ['2026-11-27', '2026-11-28'].map((day) => `${day}T${hour}:00:00.000Z`)
    expect(bounds('yesterday', tz, '2026-11-28T15:00:00Z')).toEqual(ends)
  })

  it('a date is what local clocks show, also when they go back over midnight', () => {
    // 23:31 of the 28th for the second time.
    const [from, until] = bounds('today', 'America/St_Johns', '2006-10-29T03:01:00Z')
    expect([from, until]).toEqual(['2006-10-28T02:30:00.000Z', '2006-10-29T02:30:00.000Z'])
  })

  it.each([
    ['Pacific/Apia', '2011-12-29', '2011-12-30', '2011-12-31', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Kwajalein', '1993-08-20', '1993-08-21', '1993-08-22', '1993-08-21T12:00:00.000Z'],
  ])('a whole day can be missing in %s', (tz, before, skipped, after, instant) => {
    expect(bounds(before, tz)[1]).toBe(instant)
    expect(bounds(after, tz)[0]).toBe(instant)
    expect(refusal(skipped, tz).message).toContain('does not exist')
    expect(refusal(`${before}/${skipped}`, tz).message).toContain('does not exist')
    // By its definition a day that is missing starts when the next one does: it is empty.
    expect(bounds('yesterday', tz, instant)).toEqual([instant, instant])
  })
})

describe('weeks of resolveTimeframe()', () => {
  it('weeks at the turn of a year are ISO weeks', () => {
    expect(bounds('2020-W53', 'UTC')).toEqual(['2020-12-28', '2021-01-04'].map(atMidnight))
    expect(bounds('2021-W01', 'UTC')[0]).toBe(atMidnight('2021-01-04'))
    expect(bounds('2026-W01', 'UTC')[0]).toBe(atMidnight('2025-12-29'))
    expect(refusal('2025-W53').message).toContain('does not exist')
    expect(refusal('2025-W00').message).toContain('does not exist')
  })

  it('weeks begin on Monday, so on Sunday the last week is the one before', () => {
    const sunday = '2026-11-22T23:59:59Z'
    expect(bounds('this_week', 'UTC', sunday)[0]).toBe(atMidnight('2026-11-16'))
    expect(bounds('last_week', 'UTC', sunday)).toEqual(['2026-11-09', '2026-11-16'].map(atMidnight))
  })
})

describe('refusals of resolveTimeframe()', () => {
  it.each([
    '',
    ' ',
    'tomorrow',
    'lastweek',
    'last_0_days',
    'last_32_days',
    'last_999999999999999999999_days',
    'last_1.5_days',
    'last_-1_days',
    'last -1 days',
    'last__days',
    '2026-02-30',
    '2026-13',
    '2026-11-20T10:00:00Z',
    '2026-1-1',
    '20261120',
    '2026_11_20',
    '2026-W54',
    '+002026-11-20',
    '2026-11-15/2026-11-01',
    '2026-11-16/2026-11-15',
    '2026-11-20T12:00:00Z/2026-11-20T11:59:59Z',
    '2026-11-01/2026-11-02T00:00:00Z',
    '2026-11-20T10:00:00/2026-11-20T12:00:00',
    '2026-02-30T10:00:00Z/2026-03-20T12:00:00Z',
    '2026-11-20T24:00:00Z/2026-11-21T12:00:00Z',
    '2026-11-20T10:00:00+99:99/2026-11-21T12:00:00Z',
    '2026-11/2026-12',
    '2026-11-01/2026-11-02/2026-11-03',
    '2026-11-01/',
    '/2026-11-01',
    '..',
    'from:2026-11-01',
    'from:2026-11-01 to:',
    'to:2026-11-15 from:2026-11-01',
    '9999',
    '__proto__',
    'constructor',
    'toString',
    'today\u0000',
    'this_wee\u212A',
    '２０２６-11-20',
    'today\u{1F389}',
    '\uD800',
  ])('%j is no timeframe, and the error lists the valid forms', (text) => {
    const { code, message } = refusal(text)
    expect(code).toBe('invalid-request')
    expect(message).toContain(TIMEFRAME_FORMS)
  })

  it.each(['a', ' ', '_', '-', '.', '/', '2026-11-01/', 'from:', ' to:', '0', '\u{1F389}'])(
    'a megabyte of %j is rejected at once',
    (text) => {
      const before = process.cpuUsage()
      const { message } = refusal(text.repeat(1_000_000 / text.length))
      expect(message.length).toBeLessThan(TIMEFRAME_FORMS.length + 100)
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(MAX_LINEAR_MS)
    },
  )

  it('the error for a year out of reach names years that are all within it', () => {
    const { message } = refusal('9999')
    expect(message).toMatch(/^"9999" must be within the years 1 to 9998\. Use /)
    for (const tz of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      for (const text of ['0001', '0001-W01', '9998', '9998-12-31']) resolve(text, { tz })
    }
  })

  it.each([
    '0000',
    '0000-06',
    '0000-W01',
    '0000-12-31',
    '0000-01-01/0000-02-01',
    '0000-12-31/0001-01-01',
    '0000-01-01T00:00+01:00/2026-01-01T00:00Z',
    '9999-06',
    '9999-W01',
    '9999-01-01',
    '9998-12-31/9999-01-01',
    '2026-01-01T00:00Z/9999-12-31T23:00-01:00',
  ])('%s is out of reach in every time zone', (text) => {
    for (const tz of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      expect(() => resolve(text, { tz })).toThrow('must be within the years 1 to 9998')
    }
  })

  it('errors quote only harmless characters', () => {
    expect(refusal('\u001B[31m\u202E').message).toMatch(/^"\?\[31m\?" is not a timeframe\. Use /)
  })

  it('an unknown zone is an error', () => {
    expect(refusal('today', 'Mars/Olympus').code).toBe('invalid-request')
  })
})

describe('the windows beside a window', () => {
  it.each([
    ['today', '2026-11-19', undefined],
    ['yesterday', '2026-11-18', '2026-11-20'],
    ['2026-11-19', '2026-11-18', '2026-11-20'],
    ['2026-11-20', '2026-11-19', undefined],
    ['this_week', '2026-W46', undefined],
    ['last_week', '2026-W45', '2026-W47'],
    ['2026-W01', '2025-W52', '2026-W02'],
    ['last_month', '2026-09', '2026-11'],
    ['2025', '2024', '2026'],
    ['2026-11-01/2026-11-15', '2026-10-17/2026-10-31', '2026-11-16/2026-11-30'],
    [
      '2026-11-20T10:00:00Z/2026-11-20T12:00:00Z',
      '2026-11-20T08:00:00Z/2026-11-20T10:00:00Z',
      '2026-11-20T12:00:00Z/2026-11-20T14:00:00Z',
    ],
    ['0001', undefined, '0002'],
  ])('%s is between %s and %s', (text, previous, next) => {
    const { window } = resolve(text)
    expect([window.previous, window.next]).toEqual([previous, next])
  })

  it('a day that its zone skipped is passed over', () => {
    const tz = 'Pacific/Apia'
    expect(resolve('2011-12-31', { tz }).window).toMatchObject({ previous: '2011-12-29' })
    expect(resolve('2011-12-29', { tz }).window).toMatchObject({ next: '2011-12-31' })
  })
})

describe('rollingWindow()', () => {
  it('a rolling window is days of 24 hours until the last full minute', () => {
    const now = new Date('2026-11-03T12:00:59.999Z')
    expect(rollingWindow(7, now)).toEqual({
      postedAfter: '2026-10-27T12:00:00.000Z',
      postedBefore: '2026-11-03T12:00:00.000Z',
      from: '2026-10-27',
      to: '2026-11-03',
      label: 'last_7_days',
      previous: '2026-10-20T12:00:00Z/2026-10-27T12:00:00Z',
    })
  })
})

describe('isTimezone()', () => {
  it('IANA names and aliases are known in any case', () => {
    for (const tz of Intl.supportedValuesOf('timeZone')) expect(isTimezone(tz), tz).toBe(true)
    for (const tz of ['UTC', 'Etc/GMT+8', 'US/Pacific', 'Japan', 'GB', 'NZ-CHAT', 'EST', 'PRC']) {
      expect(isTimezone(tz), tz).toBe(true)
    }
    expect(isTimezone('america/NEW_YORK')).toBe(true)
    expect(bounds('today', 'america/NEW_YORK')).toEqual(bounds('today', 'America/New_York'))
  })

  it.each([
    '',
    ' ',
    'local',
    'system',
    'default',
    'UTC+3',
    'GMT+3',
    '+05:00',
    '-08',
    'Z',
    'Mars/Olympus',
    ' UTC',
    'UTC\n',
    'AST',
    'act',
    'SystemV/AST4',
    'Etc/Unknown',
    '__proto__',
    '../../etc/passwd',
  ])('%j is no timezone', (tz) => {
    expect(isTimezone(tz)).toBe(false)
  })

  it('a megabyte is no timezone', () => {
    expect(isTimezone('A'.repeat(1_000_000))).toBe(false)
  })
})

function atMidnight(date: string): string {
  return `${date}T00:00:00.000Z`
}
