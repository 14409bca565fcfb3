import fc from 'fast-check'
import { IANAZone } from 'luxon'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import { findZone } from '../../src/ranking/calendar.ts'
import { resolveTimeframe } from '../../src/ranking/timeframe.ts'
import type { Window } from '../../src/ranking/window.ts'

/**
 * Everything again by other means: calendar and clock arithmetic by Temporal. Its start of a day is
 * ours too, with a day that a zone skips starting when the next one does. Temporal has the offsets of the runtime,
 * so a zone whose law has changed since is left out: `time-zones.property.test.ts` has all offsets.
 */
interface Question {
  text: string
  /** The window, or nothing where the question has to be refused. */
  answer: { timeframe: string; from: number; until: number; label: string } | undefined
}

type Ask = (now: Temporal.ZonedDateTime) => Question

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const RUNS = Number(process.env.TIMEFRAME_RUNS ?? 1500)
const TIMEOUT_MS = 40 * RUNS

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone').filter(isUnchanged))

function isUnchanged(name: string): boolean {
  const offsets = new IANAZone(name)
  const months = Array.from({ length: 18 * 12 }, (_, month) => Date.UTC(2020, month))
  return months.every((instant) => findZone(name)?.offset(instant) === offsets.offset(instant))
}

const instant = fc.oneof(
  fc.integer({ min: Date.UTC(1970), max: Date.UTC(2100) }),
  fc
    .tuple(fc.integer({ min: 1970, max: 2099 }), fc.integer({ min: -5 * DAY_MS, max: 8 * DAY_MS }))
    .map(([year, offset]) => Date.UTC(year) + offset),
)

/** Some instants move next to a change of the zone's clocks. */
const closeness = fc.option(
  fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: -90 * MINUTE_MS, max: 90 * MINUTE_MS }),
  ),
)

const moment = fc.tuple(zone, instant, closeness).map(([tz, epochMs, offset]) => {
  const now = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(tz)
  const change = offset === null ? null : now.getTimeZoneTransition('next')
  return change ? change.add({ milliseconds: offset ?? 0 }) : now
})

/** Spelled in capitals or not, with any of the joints. */
const spelling = fc
  .tuple(fc.boolean(), fc.constantFrom('_', '-', ' '), fc.constantFrom('', ' '))
  .map(([loud, joint, margin]) => (words: string) => {
    const text = words.replaceAll('_', joint)
    return margin + (loud ? text.toUpperCase() : text) + margin
  })

const named = fc
  .tuple(
    spelling,
    fc.constantFrom('today', 'yesterday', 'this_week', 'this_month', 'this_year', 'last_week'),
  )
  .map(([spell, name]) => ask(spell(name), (now) => namedAnswer(name, now)))

const last = fc
  .tuple(spelling, fc.constantFrom('last_week', 'last_month', 'last_year'))
  .map(([spell, name]) => ask(spell(name), (now) => namedAnswer(name, now)))

const rolling = fc
  .tuple(spelling, fc.constantFrom('last', 'past'), fc.integer({ min: 0, max: 40 }))
  .map(([spell, word, days]) => {
    return ask(spell(`${word}_${days}_day${days === 1 ? '' : 's'}`), (now) => {
      if (days < 1 || days > 31) return undefined
      const timeframe = `last_${days}_days`
      const until = floored(now).epochMilliseconds
      return { timeframe, from: until - days * DAY_MS, until, label: timeframe }
    })
  })

/** Dates anywhere that may not exist, and dates about the moment that is asked from. */
const date = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    .map(
      ([year, month, day]) =>
        () =>
          `${pad(year, 4)}-${pad(month)}-${pad(day)}`,
    ),
  fc.integer({ min: -3, max: 3 }).map((days) => (now: Temporal.ZonedDateTime) => {
    return now.toPlainDate().add({ days }).toString()
  }),
)

const day = date.map((write): Ask => {
  return (now) => {
    const text = write(now)
    const found = existing(text, now.timeZoneId)
    return { text, answer: found && { timeframe: text, ...span(found, { days: 1 }, now, 'day') } }
  }
})

const week = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 54 }), fc.boolean())
  .map(([year, number, loud]): Ask => {
    const timeframe = `${year}-W${pad(number)}`
    return ask(loud ? timeframe : timeframe.toLowerCase(), (now) => {
      const fourth = new Temporal.PlainDate(year, 1, 4)
      const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: number - 1 })
      if (monday.yearOfWeek !== year) return undefined
      return { timeframe, ...span(monday, { weeks: 1 }, now, 'week') }
    })
  })

const month = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 13 }))
  .map(([year, number]): Ask => {
    const timeframe = `${year}-${pad(number)}`
    return ask(timeframe, (now) => {
      if (number < 1 || number > 12) return undefined
      const first = new Temporal.PlainDate(year, number, 1)
      return { timeframe, ...span(first, { months: 1 }, now, 'month') }
    })
  })

const year = fc.integer({ min: 1900, max: 2100 }).map((number): Ask => {
  return ask(`${number}`, (now) => {
    const first = new Temporal.PlainDate(number, 1, 1)
    return { timeframe: `${number}`, ...span(first, { years: 1 }, now, 'year') }
  })
})

const joint = fc.constantFrom(
  (first: string, second: string) => `${first}/${second}`,
  (first: string, second: string) => `${first}..${second}`,
  (first: string, second: string) => `from:${first} to:${second}`,
)

const rangeOfDays = fc.tuple(date, date, joint).map(([writeFirst, writeLast, join]): Ask => {
  return (now) => {
    const [first, last] = [writeFirst(now), writeLast(now)]
    const found = { first: existing(first, now.timeZoneId), last: existing(last, now.timeZoneId) }
    const text = join(first, last)
    if (!found.first || !found.last) return { text, answer: undefined }
    if (Temporal.PlainDate.compare(found.first, found.last) > 0) return { text, answer: undefined }

    const { from } = span(found.first, { days: 1 }, now, 'range')
    const { until } = span(found.last, { days: 1 }, now, 'range')
    return { text, answer: { timeframe: `${first}/${last}`, from, until, label: 'range' } }
  }
})

const writtenInstant = fc
  .tuple(
    instant,
    fc.integer({ min: -23 * 60, max: 23 * 60 }),
    fc.constantFrom('zulu', 'plus', 'space'),
  )
  .map(([epochMs, minutes, style]) => {
    const value = Temporal.Instant.fromEpochMilliseconds(epochMs)
    if (style === 'zulu') return { value, text: value.toString() }
    const sign = minutes < 0 ? '-' : '+'
    const size = Math.abs(minutes)
    const offset = `${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
    const text = value.toZonedDateTimeISO(offset).toString({ timeZoneName: 'never' })
    return { value, text: style === 'space' ? text.replace('+', ' ') : text }
  })

const rangeOfInstants = fc
  .tuple(writtenInstant, writtenInstant, joint)
  .map(([first, second, join]): Ask => {
    return ask(join(first.text, second.text), () => {
      if (Temporal.Instant.compare(first.value, second.value) > 0) return undefined
      const from = first.value.epochMilliseconds
      const until = second.value.epochMilliseconds
      return { timeframe: `${plain(from)}/${plain(until)}`, from, until, label: 'range' }
    })
  })

const question = fc.oneof(
  { arbitrary: named, weight: 3 },
  { arbitrary: last, weight: 3 },
  rolling,
  { arbitrary: day, weight: 2 },
  week,
  month,
  year,
  { arbitrary: rangeOfDays, weight: 2 },
  rangeOfInstants,
)

const NONE: Window = { postedAfter: '', postedBefore: '', from: '', to: '', label: '' }

describe('resolveTimeframe() and Temporal', () => {
  it(
    'timeframes agree with Temporal in every zone, at every instant, in every form',
    () => {
      fc.assert(
        fc.property(moment, question, (now, asking) => {
          const { text, answer } = asking(now)
          const resolved = ours(text, now)
          const { previous, next, ...window } = resolved?.window ?? NONE
          expect(resolved && { ...resolved, window }).toEqual(answer && theirs(answer, now))
          if (previous) expect(ours(previous, now)?.window.postedBefore).toBe(window.postedAfter)
          if (next) expect(ours(next, now)?.window.postedAfter).toBe(window.postedBefore)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'any text is resolved or is an error that names it',
    () => {
      const fragment = fc.constantFrom(
        ...[
          'last',
          'this',
          'week',
          'days',
          '2026',
          '-',
          '_',
          ' ',
          '/',
          '..',
          'from:',
          'to:',
          'T',
          'Z',
        ],
        ...['11', '31', '00', '10:00', '+', 'W47', '\u0000', '\u212A', '\uD800', '__proto__'],
      )
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join('')),
      )
      fc.assert(
        fc.property(moment, text, (now, hostile) => {
          const answer = ours(hostile, now)
          if (answer) expect(answer.window.postedAfter <= answer.window.postedBefore).toBe(true)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

function ours(text: string, now: Temporal.ZonedDateTime) {
  try {
    return resolveTimeframe(text, { tz: now.timeZoneId, now: new Date(now.epochMilliseconds) })
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-request') return undefined
    throw error
  }
}

function theirs(
  { timeframe, from, until, label }: NonNullable<Question['answer']>,
  { timeZoneId }: Temporal.ZonedDateTime,
) {
  const dayOf = (epochMs: number) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(epochMs)
    return instant.toZonedDateTimeISO(timeZoneId).toPlainDate().toString()
  }
  const window = {
    postedAfter: new Date(from).toISOString(),
    postedBefore: new Date(until).toISOString(),
    from: dayOf(from),
    to: dayOf(Math.max(from, until - 1)),
    label,
  }
  return { timeframe, window }
}

function ask(text: string, answer: (now: Temporal.ZonedDateTime) => Question['answer']): Ask {
  return (now) => ({ text, answer: answer(now) })
}

function namedAnswer(name: string, now: Temporal.ZonedDateTime): Question['answer'] {
  const minute = floored(now)
  const today = minute.toPlainDate()
  const starts = {
    today,
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
    year: today.with({ month: 1, day: 1 }),
  }
  const untilNow = (first: Temporal.PlainDate) => {
    return { from: startOf(first, now), until: minute.epochMilliseconds }
  }
  const windows: Record<string, () => { from: number; until: number }> = {
    today: () => span(today, { days: 1 }, now, ''),
    yesterday: () => span(today.subtract({ days: 1 }), { days: 1 }, now, ''),
    this_week: () => untilNow(starts.week),
    this_month: () => untilNow(starts.month),
    this_year: () => untilNow(starts.year),
    last_week: () => span(starts.week.subtract({ weeks: 1 }), { weeks: 1 }, now, ''),
    last_month: () => span(starts.month.subtract({ months: 1 }), { months: 1 }, now, ''),
    last_year: () => span(starts.year.subtract({ years: 1 }), { years: 1 }, now, ''),
  }
  return { timeframe: name, ...windows[name]!(), label: name }
}

function span(
  first: Temporal.PlainDate,
  length: Temporal.DurationLike,
  now: Temporal.ZonedDateTime,
  label: string,
) {
  return { from: startOf(first, now), until: startOf(first.add(length), now), label }
}

function startOf(date: Temporal.PlainDate, { timeZoneId }: Temporal.ZonedDateTime): number {
  return date.toZonedDateTime(timeZoneId).epochMilliseconds
}

function floored(now: Temporal.ZonedDateTime) {
  return now
    .toInstant()
    .round({ smallestUnit: 'minute', roundingMode: 'floor' })
    .toZonedDateTimeISO(now.timeZoneId)
}

/** The date, if the calendar has it and clocks in the zone ever showed it. */
function existing(text: string, tz: string): Temporal.PlainDate | undefined {
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return date.toZonedDateTime(tz).toPlainDate().equals(date) ? date : undefined
  } catch {
    return undefined
  }
}

function plain(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}
