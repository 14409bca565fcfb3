import { isRecord, jsonText } from '../json.ts'
import { csvTable } from '../rows/csv-writer.ts'
import type { RowProblem } from './import-rows.ts'
import { PROBLEM } from './member-columns.ts'

/**
 * The rows of a file that were not imported, as they are in it, each with its problem: to be repaired
 * and imported as a file of its own. CSV stays CSV; JSON becomes one record per line.
 */
export function problemFile(rows: readonly RowProblem[]): { extension: string; text: string } {
  const header = rows[0]?.row.table?.header
  if (!header) {
    const lines = rows.map((row) => `${jsonText(problemRecord(row))}\n`)
    return { extension: 'ndjson', text: lines.join('') }
  }
  const at = header.indexOf(PROBLEM)
  const others = (cells: readonly unknown[]) => {
    const texts = cells.map((cell) => String(cell ?? ''))
    return at < 0 ? texts : texts.toSpliced(at, 1)
  }
  const table = rows.map(({ row, problem }) => [problem, ...others(row.table?.cells ?? [])])
  return { extension: 'csv', text: csvTable([[PROBLEM, ...others(header)], ...table]) }
}

/** A record with its problem. What is no record is named by its problem. */
function problemRecord({ row: { row, value }, problem }: RowProblem) {
  const other = { row, ...(value !== undefined && { value }) }
  return Object.assign({ [PROBLEM]: problem }, isRecord(value) ? value : other, {
    [PROBLEM]: problem,
  })
}
