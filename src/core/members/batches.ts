import type { MemberRecord } from './member-record.ts'

/** The limit of the platform for one call. */
const MAX_RECORDS = 50

type Identity = Pick<MemberRecord, 'memberId' | 'guid' | 'uid'>

/**
 * Groups records for one call each, in their order. Two records with the same key, or for the same
 * member, are put in different calls: in one call, one would replace the other or be rejected.
 */
export async function* batches<Record extends Identity>(
  records: Iterable<Record> | AsyncIterable<Record>,
): AsyncGenerator<Record[]> {
  let batch: Record[] = []
  let taken = new Set<string>()
  for await (const record of records) {
    const { memberId, guid, uid } = record
    const names = [`id ${memberId}`, `member ${guid} ${uid}`.toLowerCase()]
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
