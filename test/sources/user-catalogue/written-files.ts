import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { readLaunches } from '../../../src/sources/user-catalogue/read-launches.ts'

/** Written as UTC; without an offset, read in New York; only as days. */
const TIMES = {
  exact: ['2026-11-20T00:00:00.000Z', '2026-11-19T15:30:00.000Z', '2026-11-18T09:05:00.000Z'],
  clock: ['2026-11-20T05:00:00.000Z', '2026-11-19T20:30:00.000Z', '2026-11-18T14:05:00.000Z'],
  day: ['2026-11-20T05:00:00.000Z', '2026-11-19T05:00:00.000Z', '2026-11-18T05:00:00.000Z'],
  utcDay: ['2026-11-20T00:00:00.000Z', '2026-11-19T00:00:00.000Z', '2026-11-18T00:00:00.000Z'],
} as const

const TWO = ['API', 'Developer Tools']
const TOPICS = {
  none: [[], [], []],
  two: [TWO, [], []],
  comma: [[...TWO, 'a,b'], [], []],
  games: [TWO, ['Games'], []],
  quote: [TWO, ["Maker's Tools"], []],
} as const

const TAGLINES = {
  none: [null, null, null],
  lines: ['Fly, "now"', null, 'Two\nlines'],
  line: ['Fly, "now"', null, 'Lines'],
} as const

interface Right {
  times: keyof typeof TIMES
  topics: keyof typeof TOPICS
  taglines: keyof typeof TAGLINES
}

const right = (
  times: Right['times'],
  topics: Right['topics'],
  taglines: Right['taglines'],
): Right => ({ times, topics, taglines })

const COLUMNS = 'row 1: must have the columns name, votesCount, launchedAt. Found: '

/** By program and kind, what is read, or what is said. */
const FILES: Readonly<Record<string, Right | string>> = {
  'duckdb csv.csv': right('exact', 'comma', 'lines'),
  'duckdb lines.ndjson': right('exact', 'comma', 'lines'),
  'duckdb list.json': right('exact', 'comma', 'lines'),
  'duckdb tabs.tsv': right('exact', 'comma', 'lines'),
  'duckdb timestamps.csv': right('clock', 'none', 'none'),
  'gnumeric csv.csv': right('day', 'none', 'lines'),
  'gnumeric semicolons.txt': right('day', 'none', 'lines'),
  'jq csv.csv': right('exact', 'games', 'none'),
  'jq edges.json': right('exact', 'games', 'lines'),
  'jq items.json': right('exact', 'games', 'lines'),
  'jq lines.ndjson': right('exact', 'games', 'lines'),
  'jq nested.json': right('exact', 'games', 'lines'),
  'jq stacked.json': right('exact', 'games', 'lines'),
  'jq tsv.tsv': right('exact', 'none', 'lines'),
  'jq two-places.json': 'has records at featured, all: leave those of one place',
  'libreoffice dutch-shown.csv': right('day', 'games', 'none'),
  'libreoffice english-shown.csv': right('day', 'games', 'none'),
  'libreoffice french-shown.csv': right('day', 'games', 'none'),
  'libreoffice german-shown.csv': right('day', 'games', 'none'),
  'libreoffice iso-values.csv': right('day', 'games', 'none'),
  'libreoffice japanese-shown.csv': right('day', 'games', 'none'),
  'libreoffice windows-1252.csv': right('day', 'games', 'none'),
  'libreoffice workbook.ods': 'is an OpenDocument spreadsheet: save the sheet as CSV',
  'mariadb batch.tsv': right('clock', 'none', 'lines'),
  'mariadb json.json': right('clock', 'none', 'none'),
  // It writes NULL as a single quote before an N.
  'mariadb outfile-csv.csv': 'row 3: is not valid CSV (a quote is not closed, or not doubled)',
  'mariadb outfile-escaped.csv': 'row 2: has a quote after a backslash',
  'mariadb outfile.txt': `${COLUMNS}1, Kite, 1012,`,
  'miller instants.json': right('utcDay', 'none', 'lines'),
  'miller lines.ndjson': right('day', 'none', 'lines'),
  'miller list.json': right('day', 'none', 'lines'),
  'miller quoted.csv': right('day', 'none', 'lines'),
  'miller tsv.tsv': right('day', 'none', 'lines'),
  'pandas columns.json': right('exact', 'quote', 'lines'),
  'pandas either-first.csv': 'launchedAt: “11/03/2026” can be read day first or month first',
  'pandas floats.csv': right('exact', 'quote', 'lines'),
  'pandas index.csv': right('exact', 'quote', 'lines'),
  'pandas index.json': right('exact', 'quote', 'lines'),
  'pandas iso.json': right('exact', 'quote', 'lines'),
  'pandas lines.ndjson': right('exact', 'quote', 'lines'),
  'pandas month-first.csv': right('day', 'quote', 'lines'),
  'pandas na-rep.csv': right('exact', 'quote', 'lines'),
  'pandas naive.csv': right('clock', 'quote', 'lines'),
  'pandas numpy-arrays.csv': 'row 2, topics: must be a list of texts, such as A;B or ["A","B"]',
  'pandas records.json': right('exact', 'quote', 'lines'),
  'pandas semicolons-decimal-comma.csv': 'row 2, commentsCount: must be an integer, such as 1012',
  'pandas split.json': right('exact', 'quote', 'lines'),
  'pandas table.json': right('exact', 'quote', 'lines'),
  'pandas to-csv.csv': right('exact', 'quote', 'lines'),
  'pandas utf-16.csv': right('exact', 'quote', 'lines'),
  'pandas windows-1252.csv': right('exact', 'quote', 'lines'),
  'perl gmtime.csv': right('clock', 'none', 'none'),
  'postgresql copy-csv.csv': right('exact', 'comma', 'lines'),
  'postgresql copy-text-header.tsv': right('exact', 'comma', 'lines'),
  'postgresql copy-text.txt': `${COLUMNS}1, Kite, 1012,`,
  'postgresql json-agg-copied.json': right('exact', 'comma', 'lines'),
  'postgresql json-agg.json': right('exact', 'comma', 'lines'),
  'postgresql null.csv': right('exact', 'comma', 'lines'),
  'postgresql psql.csv': right('exact', 'comma', 'lines'),
  'postgresql row-to-json.ndjson': right('exact', 'comma', 'lines'),
  'postgresql timestamp.csv': right('exact', 'none', 'none'),
  'python geojson.json': right('exact', 'none', 'lines'),
  'python lists.json': right('exact', 'none', 'lines'),
  'r integers.csv': right('clock', 'none', 'line'),
  'r write-csv.csv': 'row 4, votesCount: must be an integer, such as 1012',
  'r write-csv2.csv': 'row 4, votesCount: must be an integer, such as 1012',
  'r write-table.txt': COLUMNS,
  'ruby arrays.csv': right('exact', 'games', 'lines'),
  'sqlite json-cell.csv': right('clock', 'two', 'lines'),
  'sqlite no-header.csv': `${COLUMNS}1, Kite, 1012,`,
  'sqlite nullvalue.csv': right('clock', 'none', 'lines'),
  'sqlite table.csv': right('clock', 'none', 'lines'),
  'sqlite table.json': right('clock', 'none', 'lines'),
  'sqlite tabs.tsv': right('clock', 'none', 'none'),
  'sqlite unixepoch.csv': right('exact', 'none', 'none'),
}

const kindOf = (path: string) => basename(path).replace(/-\d+(\.\d+)+-/, ' ')

/** Files of the folder that are no program's. */
export const isWritten = (file: string) => file !== 'write.sh'

/** Reads a file that a program wrote, of any of its versions. */
export async function expectRead(path: string): Promise<void> {
  const expected = FILES[kindOf(path)]
  if (expected === undefined) throw new Error(`${kindOf(path)} is in no table`)
  const options = { name: 'file', timezone: 'America/New_York' }
  const reading = readLaunches(new Uint8Array(readFileSync(path)), options)
  if (typeof expected === 'string') return expect(reading).rejects.toThrow(expected)
  const { leaderboard } = await reading
  const products = leaderboard
    .top(10)
    .toSorted((left, right) => (left.launchedAt! < right.launchedAt! ? 1 : -1))
  const votes = kindOf(path) === 'r integers.csv' ? 100_000 : 1_000
  const { times, topics, taglines } = expected
  expect(
    products.map(({ name, votesCount, launchedAt, topics, tagline }) => {
      return { name, votesCount, launchedAt, topics, tagline }
    }),
  ).toEqual(
    ['Kite', 'Boat', 'Café'].map((name, at) => ({
      name,
      votesCount: [1_012, 42, votes][at],
      launchedAt: TIMES[times][at],
      topics: TOPICS[topics][at],
      tagline: TAGLINES[taglines][at],
    })),
  )
}
