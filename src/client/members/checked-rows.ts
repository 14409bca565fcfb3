import { isRecord } from '../../core/json.ts'
import type { Row, TextFile } from '../../core/rows/rows.ts'
import { issueSentence } from '../issue.ts'
import type { MemberRecord } from '../platform-types.ts'
import { checkRecord } from './member-record.ts'
import { memberRows } from './member-rows.ts'

/** A row with a valid record, or with an issue. */
export type CheckedRow = { row: number; memberId: string } & (
  | { record: MemberRecord; issue?: undefined }
  | { record?: undefined; issue: string }
)

/** The rows of a file, with their records validated. */
export async function* checkedRows(file: TextFile, now: Date): AsyncGenerator<CheckedRow> {
  for await (const row of memberRows(file)) yield checkedRow(row, now)
}

function checkedRow({ row, key, record: value, issue }: Row, now: Date): CheckedRow {
  const named = withMemberId(value, key)
  const memberId = memberIdOf(named)
  if (issue) return { row, memberId, issue }
  if (key !== undefined && memberId !== key) {
    return { row, memberId: key, issue: 'memberId: must equal the key of the record' }
  }
  const { record, issues } = checkRecord(named, now)
  return record ? { row, memberId, record } : { row, memberId, issue: issueSentence(issues) }
}

/** The default `memberId` is the key of the record, or made of its guid and uid. */
function withMemberId(value: unknown, key: string | undefined) {
  if (!isRecord(value)) return value
  const { memberId, guid, uid } = value
  const hasMemberId = memberId !== undefined && memberId !== null
  if (hasMemberId || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}

function memberIdOf(value: unknown) {
  return isRecord(value) && typeof value.memberId === 'string' ? value.memberId : ''
}
