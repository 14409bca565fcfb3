import type { Zone } from 'luxon'

/** A half-open stretch of time as instants, in milliseconds, and what it is called. */
export interface Stretch {
  timeframe: string
  label: string
  from: number
  until: number
}

/** What a timeframe is relative to. */
export interface Clock {
  zone: Zone
  now: number
}
