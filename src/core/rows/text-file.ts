/** A text file from anywhere. Each call of `text` reads it again. */
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

/** The format of a file of records, by its name or else by the beginning of its text. */
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

/** The lines of a text that comes in chunks, without blank ones. */
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
