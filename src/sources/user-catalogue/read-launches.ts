import { DateTime } from 'luxon'
import { errorMessage } from '../../core/error.ts'
import type { Columns } from '../../core/rows/columns.ts'
import { madeId } from '../../core/rows/made-id.ts'
import { addIssue, readTable, type TableRow } from '../../core/rows/read-table.ts'
import { dateAt, findZone, startOfDay } from '../../ranking/calendar.ts'
import { createLeaderboard } from '../../ranking/leaderboard.ts'
import type { Product } from '../../ranking/product.ts'
import type { CatalogueSnapshot } from '../catalogue.ts'
import { columnsLine, LAUNCH_FIELDS, REQUIRED_FIELDS } from './launch-fields.ts'

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

type Launch = TableRow<Product, unknown>

/**
 * The user's own launches, ranked. Strict, because a guess would be ranked.
 *
 * @throws Error that names the file, and the row and field of each issue in it.
 */
export async function readLaunches(
  bytes: Uint8Array<ArrayBuffer>,
  { name, ...format }: LaunchFormat & { name: string },
): Promise<ReadLaunches> {
  const { launches, notes } = await launchesOf(bytes, format).catch((error: unknown) => {
    throw new Error(place(name, errorMessage(error)), { cause: error })
  })
  assertRight(launches, name)
  const products = launches.map(({ record }) => record)
  return { leaderboard: createLeaderboard(products), version: await nameOf(bytes), notes }
}

async function launchesOf(bytes: Uint8Array, format: LaunchFormat) {
  const { columns = new Map<string, string>(), topicsSeparator, timezone } = format
  const { dayOf, ...clocks } = clocksOf(timezone)
  const launchFormat = {
    fields: LAUNCH_FIELDS,
    columns,
    required: REQUIRED_FIELDS.map((field) => [field]),
    line: columnsLine,
    cells: { ...clocks, separator: topicsSeparator },
    blank: blankProduct,
  }
  const options = { sourceOf: () => undefined, maxRows: MAX_LAUNCHES }
  const { sheet, rows: launches, notes } = await readTable(bytes, launchFormat, options)
  const hasIds = sheet.places.has('id')
  if (!hasIds) makeIds(launches, dayOf)
  reportRepeated(launches, hasIds ? '' : MADE)
  const made = hasIds ? [] : ['The ids were made of name and day.']
  return { launches, notes: [...notes, ...made] }
}

/** @throws Error with the first issues of a file, and the number of the others. */
function assertRight(launches: readonly Launch[], name: string) {
  const all = launches.flatMap(({ row, issues }) => {
    return issues.map(({ field, text }) => {
      return `${[name, `row ${row}`, field].filter(Boolean).join(', ')}: ${text}`
    })
  })
  const shown = all.slice(0, MAX_ISSUES)
  if (all.length > MAX_ISSUES) shown.push(`and ${all.length - MAX_ISSUES} more`)
  if (all.length > 0) throw new Error(shown.join('\n'))
}

const MADE = ` (made of name and day: name a column of ids, such as ${columnsLine([['id', 'URL']])})`

function reportRepeated(launches: readonly Launch[], hint: string) {
  const rowOfId = new Map<string, number>()
  for (const launch of launches) {
    const { row, record } = launch
    const first = rowOfId.get(record.id)
    if (first) addIssue(launch, 'id', `must be unique, but is the same in row ${first}${hint}`)
    else if (record.id !== '') rowOfId.set(record.id, row)
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
  for (const { record } of launches) {
    const { name, launchedAt } = record
    if (name && launchedAt) record.id = madeId(`${name} ${dayOf(Date.parse(launchedAt))}`)
  }
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
