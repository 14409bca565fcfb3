import { ALL_TIMES } from './all-time.ts'
import { englishDates, type Found } from './english-dates.ts'
import { HOLIDAY_TIMES } from './holiday-times.ts'
import { LAST_TIMES } from './last-times.ts'
import { LITERAL_TIMES } from './literal-times.ts'
import { MONTH_TIMES } from './month-times.ts'
import { THIS_TIMES, WEAK_TIMES } from './this-times.ts'
import { joinRanges } from './time-ranges.ts'
import type { TimeReader } from './time-reader.ts'
import type { Now } from './timeframe.ts'
import { WEEKDAY_TIMES } from './weekday-times.ts'
import { YEAR_TIMES } from './year-times.ts'

const BEFORE_DATES = [...ALL_TIMES, ...LITERAL_TIMES]

/** Where two could read the same words, the one that reads more of them comes first. */
const AFTER_DATES = [
  ...MONTH_TIMES,
  ...YEAR_TIMES,
  ...HOLIDAY_TIMES,
  ...WEEKDAY_TIMES,
  ...THIS_TIMES,
  ...LAST_TIMES,
  ...WEAK_TIMES,
]

/** More than anybody asks about at once. Each one takes time to work out. */
const MAX_TIMES = 24

/** The times that a lower-case text names, in the order in which they stand. */
export function timesInText(text: string, now: Now): Found[] {
  const found: Found[] = []
  let rest = text

  function claim(matches: Iterable<Found>) {
    for (const match of matches) {
      if (found.length === MAX_TIMES) return
      if (!isInCalendar(match)) continue
      found.push(match)
      rest = blank(rest, match)
    }
  }

  for (const reader of BEFORE_DATES) claim(read(reader, rest, now))
  claim(englishDates(rest, now))
  for (const reader of AFTER_DATES) claim(read(reader, rest, now))

  found.sort((a, b) => a.index - b.index)
  return joinRanges(text, found, now)
}

/** One after the other, as they are asked for. */
function* read({ pattern, read }: TimeReader, text: string, now: Now): Generator<Found> {
  for (const { index, groups, 0: match } of text.matchAll(pattern)) {
    const timeframe = read(groups ?? {}, now)
    if (timeframe) yield { index, length: match.length, timeframe }
  }
}

/** "The past million days" reach back to where dates have no plain form. */
function isInCalendar({ timeframe: { first, last } }: Found): boolean {
  return 1000 <= first.year && last.year <= 9999
}

function blank(text: string, { index, length }: Found): string {
  return text.slice(0, index) + '|'.repeat(length) + text.slice(index + length)
}
