import { formatCount } from '../../product/format.ts'

/** What the platform takes: so many records a request, and so many requests a minute. */
const RECORDS = 50
const REQUESTS_A_MINUTE = 60
/** The client stays below what the platform takes. */
const SENT_A_MINUTE = 55

/** How an import of so many records goes, and how long it takes. */
export function importTime(records: number): string {
  const requests = Math.ceil(records / RECORDS)
  const sent = `${count(records, 'record')} ${records === 1 ? 'goes' : 'go'} in ${count(requests, 'request')}`
  return `${sent}. The platform takes ${REQUESTS_A_MINUTE} requests a minute, so this takes ${duration(requests)}.`
}

/** What is left of an import that has to wait for the platform. */
export function timeLeft(records: number): string | undefined {
  const requests = Math.ceil(records / RECORDS)
  if (requests <= SENT_A_MINUTE) return undefined
  return `${duration(requests)} left: the platform takes ${REQUESTS_A_MINUTE} requests a minute`
}

function duration(requests: number) {
  const minutes = Math.ceil(requests / SENT_A_MINUTE)
  return minutes <= 1 ? 'less than a minute' : `about ${count(minutes, 'minute')}`
}

export function count(amount: number, noun: string): string {
  return `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`
}
