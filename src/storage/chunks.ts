/** The limit of D1 for one statement. */
const MAX_VALUES = 100

/** Splits rows into groups that fit in one insert each. */
export function chunks<Row extends object>(rows: readonly Row[]): Row[][] {
  const width = Math.max(...rows.map((row) => Object.keys(row).length), 1)
  const size = Math.floor(MAX_VALUES / width)
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  )
}
