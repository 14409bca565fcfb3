import { CALENDAR_TIMES } from './calendar-times.ts'
import { DAY_TIMES, WEAK_TIMES } from './day-times.ts'
import { englishDates, type Found } from './english-dates.ts'
import { HOLIDAY_TIMES } from './holiday-times.ts'
import { LAST_TIMES } from './last-times.ts'
import { LITERAL_TIMES } from './literal-times.ts'
import { joinRanges } from './time-ranges.ts'
import { ALL_TIME, daysFrom, type Now, named, type TimeReader } from './timeframe.ts'

const ALL_TIMES: TimeReader = {
  pattern:
    /\ball[ -]?times?\b|\bever\b(?! (?:since|so))|\bin (?:all |the (?:whole |entire )?)?history(?: of)?\b|\b(?:whatever|no matter|regardless of) (?:the |what |which )?(?:dates?|when|year|time)\b|\bany (?:date|time)\b|\blifetime\b|\bsince (?:the )?(?:beginning(?! of the [wmyq])|forever|day one|always|inception)(?: of time)?\b|\bfrom all (?:years|time)\b|\bof the century\b/g,
  read: (_, { today }) => named(ALL_TIME, daysFrom(today, today)),
}

const BEFORE_DATES = [ALL_TIMES, ...LITERAL_TIMES]

/** Where two could read the same words, the one that reads more of them comes first. */
const AFTER_DATES = [
  ...CALENDAR_TIMES,
  ...HOLIDAY_TIMES,
  ...DAY_TIMES,
  ...LAST_TIMES,
  ...WEAK_TIMES,
]

/** The times that a lower-case text names, in the order in which they stand. */
export function timesInText(text: string, now: Now): Found[] {
  const found: Found[] = []
  let rest = text

  function claim(matches: readonly Found[]) {
    for (const match of matches) {
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

function read({ pattern, read }: TimeReader, text: string, now: Now): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const timeframe = read(match, now)
    return timeframe ? [{ index: match.index, length: match[0].length, timeframe }] : []
  })
}

function blank(text: string, { index, length }: Found): string {
  return text.slice(0, index) + '|'.repeat(length) + text.slice(index + length)
}
