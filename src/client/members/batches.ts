import type { MemberRecord } from '../platform-types.ts'

/** The limit of the platform for one call. */
export const MAX_RECORDS = 50

/**
 * Groups records for one call each, in their order. Two records with the same key, or for the same
 * member, are put in different calls: in one call, one would replace the other or be rejected.
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
