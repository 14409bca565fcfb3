import type { Window } from './window.ts'

/** The accepted forms, for people: error messages and descriptions quote it. */
export const TIMEFRAME_FORMS = 'today, yesterday, …'

export interface Moment {
  tz: string
  now: Date
}

export interface ResolvedTimeframe {
  timeframe: string
  window: Window
}

export declare function resolveTimeframe(text: string, moment: Moment): ResolvedTimeframe
export declare function rollingWindow(days: number, now: Date): Window
export declare function isTimezone(tz: string): boolean
