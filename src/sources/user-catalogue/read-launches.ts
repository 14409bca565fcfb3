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
  const issues = issueList(name)
  const products: Product[] = []
  const rowOfId = new Map<string, number>()

  const take = ({ row, record, issue }: Row) => {
    if (issue) return issues.add(row, '', issue)
    const launch = renamed(record, columns)
    const { data, error } = LaunchRecord.safeParse(launch, { error: issueMessage })
    for (const { path, message } of error?.issues ?? []) issues.add(row, path.join('.'), message)
    if (!data) return
    const product = productOf(data)
    const duplicate = rowOfId.get(product.id)
    if (duplicate) issues.add(row, 'id', `must be unique, but is the same in row ${duplicate}`)
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
  issues.throwIfAny()
  return { leaderboard: createLeaderboard(products), reading: await nameOf(text) }
}

/** The same in every process that reads the same text. */
async function nameOf(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16)).join('')
}

/** Lists the first few issues and counts the others. */
function issueList(name: string) {
  const shown: string[] = []
  let count = 0

  return {
    add(row: number, field: string, message: string) {
      count += 1
      const where = [name, `row ${row}`, field].filter(Boolean).join(', ')
      if (shown.length < MAX_ISSUES) shown.push(`${where}: ${message}`)
    },
    throwIfAny() {
      if (count === 0) return
      const more = count - shown.length
      if (more > 0) shown.push(`and ${more} more`)
      throw new Error(shown.join('\n'))
    },
  }
}

/** `file: must not be empty`, or `file, row 3: is not valid JSON`. */
function place(name: string, message: string) {
  return /^row \d+/.test(message) ? `${name}, ${message}` : `${name}: ${message}`
}
