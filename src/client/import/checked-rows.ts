import { isRecord } from '../../core/json.ts'
import type { TextFile } from '../../core/rows/text-file.ts'
import { checkRecord } from '../check-record.ts'
import { issueSentence } from '../issue.ts'
import type { MemberRecord } from '../platform-types.ts'
import { type MemberRow, memberRows } from './member-rows.ts'

/** A row as it can be sent, or why it cannot. */
export type CheckedRow = { row: number; memberId: string } & (
  | { record: MemberRecord; issue?: undefined }
  | { record?: undefined; issue: string }
)

/** Rows of a file, each checked as far as the rules are known. */
export async function* checkedRows(file: TextFile, now: Date): AsyncGenerator<CheckedRow> {
  for await (const row of memberRows(file)) yield checkedRow(row, now)
}

function checkedRow({ row, key, record: value, issue }: MemberRow, now: Date): CheckedRow {
  const named = withMemberId(value, key)
  const memberId = memberIdOf(named)
  if (issue) return { row, memberId, issue }
  if (key !== undefined && memberId !== key) {
    return { row, memberId: key, issue: 'memberId: must be the key it stands under' }
  }
  const { record, issues } = checkRecord(named, now)
  return record ? { row, memberId, record } : { row, memberId, issue: issueSentence(issues) }
}

/** A record without a name has that of its key, or of its group and user. */
function withMemberId(value: unknown, key: string | undefined) {
  if (!isRecord(value)) return value
  const { memberId, guid, uid } = value
  const isNamed = memberId !== undefined && memberId !== null
  if (isNamed || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}

function memberIdOf(value: unknown) {
  return isRecord(value) && typeof value.memberId === 'string' ? value.memberId : ''
}
