/** One character that stands in a text for a time, a zone or a count that was read there. */
export interface Mark<Value> {
  value: Value
  /** The words it stands for. */
  words: string
}

/** Three rows of the characters that Unicode leaves to private use; `tidy` removes typed ones. */
const ROWS = { time: 0xe000, zone: 0xe100, count: 0xe200 } as const

export const TIME = '(?:[\uE000-\uE0FF])'
export const ZONE = '(?:[\uE100-\uE1FF])'
export const COUNT = '(?:[\uE200-\uE2FF])'
export const MARK = '(?:[\uE000-\uE2FF])'

const MOST = 255

export function markOf(row: keyof typeof ROWS, index: number): string {
  return String.fromCharCode(ROWS[row] + Math.min(index, MOST))
}

/** The values of one row that are marked in a text, in the order in which they stand. */
export function marked<Value>(text: string, row: keyof typeof ROWS, marks: readonly Mark<Value>[]) {
  return marks.filter((_, index) => text.includes(markOf(row, index)))
}

/** The text with the words back in place of the marks of one row. */
export function unmarked(row: keyof typeof ROWS, marks: readonly Mark<unknown>[], text: string) {
  return marks.reduce((all, { words }, index) => all.replace(markOf(row, index), words), text)
}
