import { isRecord } from '../../core/json.ts'
import type { Row, TextFile } from '../../core/rows/rows.ts'
import { issueMessage } from '../../core/validation.ts'
import type { MemberRecord } from '../platform-types.ts'
import { memberRecordSchema } from './member-record.ts'
import { memberRows } from './member-rows.ts'

/** A row with a valid record, or with an issue. */
export type CheckedRow = { row: number; memberId: string } & (
  | { record: MemberRecord; issue?: undefined }
  | { record?: undefined; issue: string }
)

/** The rows of a file, with their records validated. */
export async function* checkedRows(file: TextFile, now: Date): AsyncGenerator<CheckedRow> {
  const schema = memberRecordSchema(now)
  for await (const row of memberRows(file)) yield checkedRow(row, schema)
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
