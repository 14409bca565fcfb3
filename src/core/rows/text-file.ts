/** A text file on disk or in a browser. Each call of `text` reads it from the beginning. */
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

/** The format of a file of records: by its extension, otherwise by the beginning of its text. */
export function rowFormat(path: string, text: string): RowFormat {
  const format = FORMATS.get(/\.[a-z]+$/i.exec(path)?.[0].toLowerCase() ?? '')
  if (format) return format
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

/** The lines of a text that arrives in chunks, without blank ones. */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = ''
  let number = 0
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { number, line }
    }
    if (rest.length > MAX_LINE_CHARACTERS)
      throw new Error(`row ${number + 1}: is longer than ${MAX_LINE_CHARACTERS} characters`)
  }
  if (rest.trim() !== '') yield { number: number + 1, line: rest }
}
