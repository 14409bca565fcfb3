import { isRecord } from '../../core/json.ts'
import { csvTable } from '../../core/rows/csv-writer.ts'
import type { RowProblem } from './import-rows.ts'
import { PROBLEM } from './member-columns.ts'

/**
 * The rows of a file that were not imported, as they are in it, each with its problem: to be repaired
 * and imported as a file of its own. CSV stays CSV; JSON becomes one record per line.
 */
export function problemFile(rows: readonly RowProblem[]): { extension: string; text: string } {
  const header = rows[0]?.row.table?.header
  if (!header) return { extension: 'ndjson', text: rows.map(lineOf).join('') }
  const at = header.indexOf(PROBLEM)
  const others = (cells: readonly string[]) => (at < 0 ? cells : cells.toSpliced(at, 1))
  const table = rows.map(({ row, problem }) => [problem, ...others(row.table?.cells ?? [])])
  return { extension: 'csv', text: csvTable([[PROBLEM, ...others(header)], ...table]) }
}

/** What is no record has no place for fields: it is named by its problem alone. */
function lineOf({ row: { row, value }, problem }: RowProblem) {
  const record = isRecord(value) ? value : { row, ...(value !== undefined && { value }) }
  return `${JSON.stringify({ [PROBLEM]: problem, ...record })}\n`
}
