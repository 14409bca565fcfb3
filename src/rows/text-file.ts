/** A file of text, wherever it is: it is read anew each time `text` is called. */
export interface TextFile {
  name: string
  text(): AsyncIterable<string>
}

export type RowFormat = 'json' | 'ndjson' | 'csv'

const FORMATS = new Map<string, RowFormat>([
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.csv', 'csv'],
])

/** How a file of records is written: what its name says, or else what its text begins like. */
export function rowFormat(path: string, text: string): RowFormat {
  const named = FORMATS.get(/\.[a-z]+$/i.exec(path)?.[0].toLowerCase() ?? '')
  if (named) return named
  const start = text.trimStart().charAt(0)
  if (start === '[') return 'json'
  return start === '{' ? 'ndjson' : 'csv'
}

interface TextLine {
  /** From 1. */
  number: number
  line: string
}

const MAX_LINE_CHARACTERS = 1024 * 1024

/** Lines, whatever pieces they come in; the blank ones are left out. */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { number, line }
    }
    if (rest.length > MAX_LINE_CHARACTERS) throw new Error(`row ${number + 1}: is too long`)
  }
  if (rest.trim() !== '') yield { number: number + 1, line: rest }
}
