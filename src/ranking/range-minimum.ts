const BLOCK = 32

/**
 * Finds the index of the minimum in a half-open, non-empty range of an array, in constant time: whole
 * blocks by a sparse table, the rest at both ends by a scan.
 */
export function rangeMinimum(values: Int32Array) {
  const indexOfSmaller = (left: number, right: number) =>
    at(values, right) < at(values, left) ? right : left
  const rows = sparseTable(values, indexOfSmaller)

  return (from: number, until: number): number => {
    const first = Math.ceil(from / BLOCK)
    const end = Math.floor(until / BLOCK)
    if (first >= end) return indexOfMinimum(values, from, until)

    const level = 31 - Math.clz32(end - first)
    const row = rows[level]
    const whole = indexOfSmaller(row?.[first] ?? from, row?.[end - (1 << level)] ?? from)
    const head = indexOfSmaller(indexOfMinimum(values, from, first * BLOCK), whole)
    return end * BLOCK < until
      ? indexOfSmaller(head, indexOfMinimum(values, end * BLOCK, until))
      : head
  }
}

type Choice = (left: number, right: number) => number

/** Row by row, the minimum of every one, two, four, … adjacent blocks. */
function sparseTable(values: Int32Array, indexOfSmaller: Choice): Int32Array[] {
  const blocks = Math.floor(values.length / BLOCK)
  let row = Int32Array.from({ length: blocks }, (_, block) => {
    return indexOfMinimum(values, block * BLOCK, (block + 1) * BLOCK)
  })

  const rows = [row]
  for (let width = 1; width < row.length; width *= 2) {
    row = row.slice(width).map((right, index) => indexOfSmaller(at(row, index), right))
    rows.push(row)
  }
  return rows
}

function indexOfMinimum(values: Int32Array, from: number, until: number): number {
  let found = from
  for (let index = from + 1; index < until; index += 1) {
    if (at(values, index) < at(values, found)) found = index
  }
  return found
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0
}
