import { pluralize } from '../../product/format.ts'

const RECORDS_PER_REQUEST = 50
/** The rate limit of the platform. */
const MAX_REQUESTS_PER_MINUTE = 60
/** The client stays below the limit. */
const REQUESTS_PER_MINUTE = 55

/** How many requests an import takes, and how long. */
export function importTime(records: number): string {
  const requests = Math.ceil(records / RECORDS_PER_REQUEST)
  const verb = records === 1 ? 'is' : 'are'
  const sent = `${pluralize(records, 'record')} ${verb} sent in ${pluralize(requests, 'request')}`
  const minutes = minutesOf(records)
  const time = minutes <= 1 ? 'less than a minute' : `about ${pluralize(minutes, 'minute')}`
  return `${sent}. The platform allows ${MAX_REQUESTS_PER_MINUTE} requests per minute, so this takes ${time}.`
}

/** If the import is long enough to be slowed down by the rate limit. */
export function minutesLeft(records: number): string {
  const minutes = minutesOf(records)
  return minutes <= 1 ? '' : `About ${pluralize(minutes, 'minute')} left.`
}

function minutesOf(records: number) {
  return Math.ceil(records / RECORDS_PER_REQUEST / REQUESTS_PER_MINUTE)
}
