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
