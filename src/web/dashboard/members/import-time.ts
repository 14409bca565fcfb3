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
  return `${sent}. The platform allows ${MAX_REQUESTS_PER_MINUTE} requests per minute, so this takes ${duration(requests)}.`
}

/** The time left, if the import is long enough to be slowed down by the rate limit. */
export function timeLeft(records: number): string | undefined {
  const requests = Math.ceil(records / RECORDS_PER_REQUEST)
  if (requests <= REQUESTS_PER_MINUTE) return undefined
  return `${duration(requests)} left: the platform allows ${MAX_REQUESTS_PER_MINUTE} requests per minute`
}

function duration(requests: number) {
  const minutes = Math.ceil(requests / REQUESTS_PER_MINUTE)
  return minutes <= 1 ? 'less than a minute' : `about ${pluralize(minutes, 'minute')}`
}
