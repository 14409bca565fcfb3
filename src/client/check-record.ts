import type { Issue } from './issue.ts'
import { MemberRecordSchema } from './member-record.ts'
import type { MemberRecord } from './platform-types.ts'
import { parse } from './schema.ts'

/** A valid record, or the issues with it. */
export type CheckedRecord =
  | { record: MemberRecord; issues?: undefined }
  | { record?: undefined; issues: Issue[] }

export function checkRecord(value: unknown, now: Date): CheckedRecord {
  const { data: record, issues } = parse(MemberRecordSchema, value)
  if (issues) return { issues }
  const instants = {
    joinedAt: record.joinedAt,
    'groupDetails.createdAt': record.groupDetails?.createdAt,
    'userDetails.createdAt': record.userDetails?.createdAt,
  }
  const later = Object.entries(instants)
    .filter(([, seconds]) => Number(seconds ?? 0) * 1000 > now.getTime())
    .map(([field]) => ({ field, message: 'must not be in the future' }))
  return later.length > 0 ? { issues: later } : { record }
}
