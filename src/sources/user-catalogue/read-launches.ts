import { errorMessage } from '../../core/error.ts'
import { type Row, readRows } from '../../core/rows/rows.ts'
import { issueMessage } from '../../core/validation.ts'
import { createLeaderboard } from '../../ranking/leaderboard.ts'
import type { Product } from '../../ranking/product.ts'
import type { Snapshot } from '../catalogue.ts'
import { type Columns, launchCsv, renamed } from './columns.ts'
import { LaunchRecord, toProduct } from './launch-record.ts'

const MAX_LAUNCHES = 200_000
const MAX_ISSUES = 10

interface ReadOptions {
  /** The name of the file, for messages. */
  name: string
  columns?: Columns | undefined
  /** The time zone of dates without a time. */
  timezone: string
}

/**
 * The user's own launches, ranked.
 *
 * @throws Error that names the file, and the row and field of each issue in it.
 */
export async function readLaunches(text: string, options: ReadOptions): Promise<Snapshot> {
  const { name, columns = {}, timezone } = options
  const productOf = toProduct(timezone)
  /** The first few. */
  const issues: string[] = []
  let count = 0
  const products: Product[] = []
  const rowOfId = new Map<string, number>()

  const report = (row: number, field: string, message: string) => {
    count += 1
    const where = [name, `row ${row}`, field].filter(Boolean).join(', ')
    if (count <= MAX_ISSUES) issues.push(`${where}: ${message}`)
  }

  const take = ({ row, record, issue }: Row) => {
    if (issue) return report(row, '', issue)
    const launch = renamed(record, columns)
    const { data, error } = LaunchRecord.safeParse(launch, { error: issueMessage })
    for (const { path, message } of error?.issues ?? []) report(row, path.join('.'), message)
    if (!data) return
    const product = productOf(data)
    const duplicate = rowOfId.get(product.id)
    if (duplicate) report(row, 'id', `must be unique, but is the same in row ${duplicate}`)
    rowOfId.set(product.id, row)
    products.push(product)
  }

  try {
    for await (const rows of readRows(text, { csv: launchCsv(columns) })) {
      for (const row of rows) take(row)
      if (products.length > MAX_LAUNCHES) throw new Error('has more than 200,000 launches')
    }
  } catch (error) {
    throw new Error(place(name, errorMessage(error)), { cause: error })
  }
  if (count > issues.length) issues.push(`and ${count - issues.length} more`)
  if (count > 0) throw new Error(issues.join('\n'))
  return { leaderboard: createLeaderboard(products), reading: await nameOf(text) }
}

/** The same in every process that reads the same text. */
async function nameOf(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16)).join('')
}

/** `file: must not be empty`, or `file, row 3: is not valid JSON`. */
function place(name: string, message: string) {
  return /^row \d+/.test(message) ? `${name}, ${message}` : `${name}: ${message}`
}
