import { phrases } from '../wording/phrases.ts'
import type { Now, Timeframe } from './timeframe.ts'

/** What a phrase's `(?<name>…)` stands for. */
export type Named = Readonly<Record<string, string | undefined>>

export interface TimeReader {
  pattern: RegExp
  read(named: Named, now: Now): Timeframe | undefined
}

/** A reader for each line of phrases, all with the same meaning. */
export function readers(lines: string, read: TimeReader['read']): TimeReader[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => ({ pattern: phrases(line, 'g'), read }))
}
