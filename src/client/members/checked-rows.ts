import { isRecord, tryParseJson } from '../../core/json.ts'
import type { CsvFormat } from '../../core/rows/csv-rows.ts'
import { type Row, readRows, type TextFile } from '../../core/rows/rows.ts'
import { issueMessage } from '../../core/validation.ts'
import type { MemberRecord } from '../platform-types.ts'
import { MEMBER_COLUMNS, memberRecordSchema } from './member-record.ts'

/** A row with a valid record, or with an issue. */
export type CheckedRow = { row: number; memberId: string } & (
  | { record: MemberRecord; issue?: undefined }
  | { record?: undefined; issue: string }
)

/**
 * The rows of a file, in order, with their records validated.
 *
 * @throws Error that names the file, and the row from which it cannot be read.
 */
export async function* checkedRows(
  { name, text }: TextFile,
  now: Date,
): AsyncGenerator<CheckedRow> {
  const schema = memberRecordSchema(now)
  try {
    for await (const rows of readRows(await text(), { csv: CSV, wrapper: 'members' })) {
      for (const row of rows) yield checkedRow(row, schema)
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

function checkedRow(
  { row, key, record: value, issue }: Row,
  schema: ReturnType<typeof memberRecordSchema>,
): CheckedRow {
  const named = withMemberId(value, key)
  const memberId = isRecord(named) && typeof named.memberId === 'string' ? named.memberId : ''
  if (issue) return { row, memberId, issue }
  if (key !== undefined && memberId !== key) {
    return { row, memberId: key, issue: 'memberId: must equal the key of the record' }
  }
  const { data: record, error } = schema.safeParse(named, { error: issueMessage })
  if (record) return { row, memberId, record }
  const issues = error.issues.map(({ path, message }) => [path.join('.'), message])
  return {
    row,
    memberId,
    issue: issues.map((parts) => parts.filter(Boolean).join(': ')).join('; '),
  }
}

/** The default `memberId` is the key of the record, or made of its guid and uid. */
function withMemberId(value: unknown, key: string | undefined) {
  if (!isRecord(value)) return value
  const { memberId, guid, uid } = value
  const hasMemberId = memberId !== undefined && memberId !== null
  if (hasMemberId || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}

const CSV: CsvFormat = {
  columns: MEMBER_COLUMNS,
  required: ['guid', 'uid'],
  isStrict: true,
  toRecord: csvMember,
}

type Cells = Readonly<Record<string, string>>

/** The record of a row. Details get the guid or uid of the record. */
function csvMember(cells: Cells) {
  const { guid, uid } = cells
  const groupDetails = part(cells, 'groupDetails.')
  const userDetails = part(cells, 'userDetails.')
  return {
    ...part(cells, ''),
    ...(groupDetails && { groupDetails: { guid, ...groupDetails } }),
    ...(userDetails && { userDetails: { uid, ...userDetails } }),
  }
}

function part(cells: Cells, prefix: string) {
  const values = Object.entries(cells).flatMap(([column, cell]) => {
    const field = column.slice(prefix.length)
    const isOurs = column.startsWith(prefix) && !field.includes('.')
    return isOurs ? [[field, csvValue(field, cell)] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

/** Parses the text of a cell. If that fails, it is left to the validation. */
function csvValue(field: string, cell: string): unknown {
  if (field === 'tags') return cell.split(/[;|]/).map((tag) => tag.trim())
  if (field === 'isBanned') return /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell
  return field === 'metadata' ? (tryParseJson(cell) ?? cell) : cell
}
