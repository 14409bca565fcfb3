import { issueMessage } from '../../issue-message.ts'
import type { Fault } from './fault.ts'
import { MemberRecord } from './member-record.ts'

/** A record, or what is wrong with it as far as the rules are known. */
export type CheckedRecord =
  | { record: MemberRecord; faults?: undefined }
  | { record?: undefined; faults: Fault[] }

export function checkRecord(value: unknown, now: Date): CheckedRecord {
  const { data: record, error } = MemberRecord.safeParse(value, { error: issueMessage })
  if (error) {
    return { faults: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) }
  }
  const instants = {
    joinedAt: record.joinedAt,
    'groupDetails.createdAt': record.groupDetails?.createdAt,
    'userDetails.createdAt': record.userDetails?.createdAt,
  }
  const faults = Object.entries(instants)
    .filter(([, seconds]) => Number(seconds ?? 0) * 1000 > now.getTime())
    .map(([field]) => ({ field, message: 'must not be in the future' }))
  return faults.length > 0 ? { faults } : { record }
}
