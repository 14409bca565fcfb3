import type { Info } from 'csv-parse'

/** How every CSV file of ours is read: a header row, and of each record where it stands. */
export const CSV = { skip_empty_lines: true, trim: true, info: true, raw: true } as const

export interface CsvRow {
  readonly record: Readonly<Record<string, string>>
  readonly raw: string
  readonly info: Info
}

/** A quoted cell may hold line breaks; the parser counts to the last of them. */
export function firstLine({ raw, info }: CsvRow): number {
  return info.lines - raw.trim().split('\n').length + 1
}
