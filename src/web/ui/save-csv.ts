import Papa from 'papaparse'

/** Hands a table to the browser as a CSV file. What a spreadsheet would run as a formula is text. */
export function saveCsv<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): void {
  const text = Papa.unparse([...rows], { columns: [...columns], escapeFormulae: true })
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
