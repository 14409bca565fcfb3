import { AppError } from '../error.ts'

/** The accepted forms, for people: error messages and descriptions quote it. */
export const TIMEFRAME_FORMS =
  'today, yesterday, this_week, this_month, this_year, last_week, last_month, last_year, ' +
  'last_N_days (N from 1 to 31), a day (2026-11-20), a month (2026-11), an ISO week (2026-W47), ' +
  'a year (2026), or a range of days or instants (2026-11-01/2026-11-15)'

const SHOWN_CHARACTERS = 32

export function timeframeRefusal(text: string, reason: string) {
  const shown = text.slice(0, SHOWN_CHARACTERS).replace(/[^ -~]/g, '?')
  const rest = text.length > SHOWN_CHARACTERS ? '…' : ''
  return new AppError('invalid-request', `"${shown}${rest}" ${reason}. Use ${TIMEFRAME_FORMS}.`)
}
