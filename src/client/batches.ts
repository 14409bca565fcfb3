import type { MemberRecord } from './platform-types.ts'

/** As many as the platform takes in one call. */
export const MAX_RECORDS = 50

/**
 * Records for one call each, in their order. What would stand under one key twice, or is the same
 * member twice, goes in two calls: one alone would take the other's place, or be refused.
 */
export async function* batches(
  records: Iterable<MemberRecord> | AsyncIterable<MemberRecord>,
): AsyncGenerator<MemberRecord[]> {
  let batch: MemberRecord[] = []
  let taken = new Set<string>()

  for await (const record of records) {
    const names = namesOf(record)
    if (batch.length === MAX_RECORDS || names.some((name) => taken.has(name))) {
      yield batch
      batch = []
      taken = new Set()
    }
    batch.push(record)
    for (const name of names) taken.add(name)
  }
  if (batch.length > 0) yield batch
}

function namesOf({ memberId, guid, uid }: MemberRecord) {
  return [`id ${memberId}`, `member ${guid} ${uid}`.toLowerCase()]
}
