import { DateTime } from 'luxon'
import { errorMessage } from '../../core/error.ts'
import { type Columns, list } from '../../core/rows/columns.ts'
import { decodeAnyText, GUESSED } from '../../core/rows/decode-text.ts'
import { madeId } from '../../core/rows/made-id.ts'
import { openSheet, type Sheet } from '../../core/rows/sheet.ts'
import { dateAt, findZone, startOfDay } from '../../ranking/calendar.ts'
import { createLeaderboard } from '../../ranking/leaderboard.ts'
import type { Product } from '../../ranking/product.ts'
import type { CatalogueSnapshot } from '../catalogue.ts'
import { columnsLine } from './column-names.ts'
import { LAUNCH_FIELDS, REQUIRED_FIELDS } from './launch-fields.ts'

const MAX_LAUNCHES = 200_000
const MAX_ISSUES = 10

/** How the user's launches are to be read. */
export interface LaunchFormat {
  columns?: Columns | undefined
  /** What separates topics in a cell. */
  topicsSeparator?: string | undefined
  /** The time zone of dates, and of times without an offset. */
  timezone: string
}

interface ReadLaunches extends CatalogueSnapshot {
  /** What was assumed to read the file. */
  notes: readonly string[]
}

/** Collects the issues of a file, and shows the first. */
function createIssues(name: string) {
  const shown: string[] = []
  let count = 0
  return {
    report(row: number, field: string, message: string) {
      count += 1
      const where = [name, `row ${row}`, field].filter(Boolean).join(', ')
      if (count <= MAX_ISSUES) shown.push(`${where}: ${message}`)
    },
    assertNone() {
      if (count > shown.length) shown.push(`and ${count - shown.length} more`)
      if (count > 0) throw new Error(shown.join('\n'))
    },
  }
}

interface Launch {
  row: number
  product: Product
}

type Issues = ReturnType<typeof createIssues>

/**
 * The user's own launches, ranked. Strict, because a guess would be ranked.
 *
 * @throws Error that names the file, and the row and field of each issue in it.
 */
export async function readLaunches(
  bytes: Uint8Array<ArrayBuffer>,
  { name, ...format }: LaunchFormat & { name: string },
): Promise<ReadLaunches> {
  const issues = createIssues(name)
  const read = await launchesOf(bytes, format, issues).catch((error: unknown) => {
    throw new Error(place(name, errorMessage(error)), { cause: error })
  })
  issues.assertNone()
  const { products, notes } = read
  return { leaderboard: createLeaderboard(products), reading: await nameOf(bytes), notes }
}

async function launchesOf(bytes: Uint8Array, format: LaunchFormat, issues: Issues) {
  const { text, isGuessed } = decodeAnyText(bytes)
  const { columns = new Map<string, string>() } = format
  const sheet = openSheet(text, {
    fields: LAUNCH_FIELDS,
    columns,
    required: REQUIRED_FIELDS.map((field) => [field]),
    line: columnsLine,
  })
  const read = createReader(sheet, format, issues)
  for await (const rows of sheet.rows()) {
    for (const { row, cells, issue } of rows) {
      if (issue) issues.report(row, '', issue)
      else read.row(row, cells)
    }
    if (read.launches.length > MAX_LAUNCHES) throw new Error('has more than 200,000 launches')
  }
  return { products: read.products(), notes: [...(isGuessed ? [GUESSED] : []), ...read.notes()] }
}

/** Reads the rows of a file. A cell in doubt is read when all of its column have been seen. */
function createReader(sheet: Sheet, format: LaunchFormat, issues: Issues) {
  const clocks = clocksOf(format.timezone)
  const columns = LAUNCH_FIELDS.flatMap(({ name, open }) => {
    const at = sheet.places.get(name)
    if (at === undefined) return []
    return [{ name, at, ...open({ ...clocks, ...format }) }]
  })
  const launches: Launch[] = []
  const doubts: (() => void)[] = []

  return {
    launches,

    row(row: number, cells: readonly unknown[]) {
      const product = blankProduct()
      launches.push({ row, product })
      for (const column of columns) {
        const cell = cells[column.at]
        const report = (issue: string) => issues.report(row, column.name, issue)
        const isRead = column.read(product, cell, report)
        if (!isRead) doubts.push(() => column.settle(product, cell, report))
      }
    },

    products(): Product[] {
      for (const settle of doubts) settle()
      if (!sheet.places.has('id')) makeIds(launches, clocks.dayOf)
      reportRepeated(launches, issues, sheet.places.has('id') ? '' : MADE)
      return launches.map(({ product }) => product)
    },

    notes: () => [
      ...columns.flatMap(({ name, notes }) => notes().map((note) => `${name} ${note}.`)),
      ...(sheet.places.has('id') ? [] : ['The ids were made of name and day.']),
      ...unread(sheet),
    ],
  }
}

const MADE = ` (made of name and day: name a column of ids, such as ${columnsLine([['id', 'URL']])})`

function reportRepeated(launches: readonly Launch[], issues: Issues, hint: string) {
  const rowOfId = new Map<string, number>()
  for (const { row, product } of launches) {
    const first = rowOfId.get(product.id)
    if (first) issues.report(row, 'id', `must be unique, but is the same in row ${first}${hint}`)
    else if (product.id !== '') rowOfId.set(product.id, row)
  }
}

function blankProduct(): Product {
  return {
    id: '',
    name: '',
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: null,
    commentsCount: null,
    launchedAt: null,
    topics: [],
  }
}

function makeIds(launches: readonly Launch[], dayOf: (instant: number) => string) {
  for (const { product } of launches) {
    const { name, launchedAt } = product
    if (name && launchedAt) product.id = madeId(`${name} ${dayOf(Date.parse(launchedAt))}`)
  }
}

function unread({ header, places }: Sheet) {
  const read = new Set(places.values())
  const names = header.filter((name, at) => name !== '' && !read.has(at))
  return names.length > 0 ? [`Columns that were not read: ${list(names)}.`] : []
}

/** Days and clocks of a time zone. */
function clocksOf(timezone: string) {
  const zone = findZone(timezone)
  if (!zone) throw new Error(`the time zone ${timezone} is unknown`)
  return {
    timezone,
    fromClock: (clockMs: number) => startOfDay(DateTime.fromMillis(clockMs, { zone: 'utc' }), zone),
    dayOf: (instant: number) => dateAt(instant, zone).toISODate() ?? '',
  }
}

/** The same in every process that reads the same file. */
async function nameOf(bytes: Uint8Array<ArrayBuffer>) {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16)).join('')
}

/** `file: must not be empty`, or `file, row 3: is not valid JSON`. */
function place(name: string, message: string) {
  return /^row \d+/.test(message) ? `${name}, ${message}` : `${name}: ${message}`
}
