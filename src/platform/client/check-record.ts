import type { Fault } from './fault.ts'
import { MemberRecord } from './member-record.ts'

/** A record, or what is wrong with it as far as the rules are known. */
export type CheckedRecord =
  | { record: MemberRecord; faults?: undefined }
  | { record?: undefined; faults: Fault[] }

export function checkRecord(value: unknown, now: Date): CheckedRecord {
  const { data: record, error } = MemberRecord.safeParse(value)
  if (error) {
    return { faults: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) }
  }
  const isFuture = Number(record.joinedAt ?? 0) * 1000 > now.getTime()
  if (isFuture) return { faults: [{ field: 'joinedAt', message: 'must not be in the future' }] }
  return { record }
}
