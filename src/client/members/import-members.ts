import { type Api, dataOf } from '../api.ts'
import { PlatformClientError } from '../client-error.ts'
import type { Pace } from '../pace.ts'
import type { ImportedMember, MemberRecord } from '../platform-types.ts'
import { recordError } from '../response-error.ts'

/** The outcome of one record; `record` is the given object. */
export type ImportOutcome =
  | { record: MemberRecord; success: true; member: ImportedMember | undefined }
  | { record: MemberRecord; success: false; error: PlatformClientError }

export interface ImportOptions {
  /** Cancels the import including the current call, whose records may still be imported. */
  signal?: AbortSignal | undefined
  /** Ends the import after the current call, whose outcomes are still yielded. */
  stop?: AbortSignal | undefined
}

interface ImportDeps extends ImportOptions {
  api: Api
  pace: Pace
}

export type MemberRecords = Iterable<MemberRecord> | AsyncIterable<MemberRecord>

/** The limit of the platform for one call. */
const MAX_RECORDS = 50
/** The import ends after this many failed calls in a row. */
const MAX_FAILED_CALLS = 3

/**
 * Imports members in calls of 50, in order, within the rate limit and with retries. Each list has
 * the outcomes of one batch. Neither a rejected record nor a call that is rejected because of its
 * content stops the import.
 *
 * @throws PlatformClientError if it cannot continue, such as with an invalid key. Records without an
 * outcome may have been imported or not: it is safe to import them again.
 */
export async function* importMembers(
  records: MemberRecords,
  deps: ImportDeps,
): AsyncGenerator<ImportOutcome[]> {
  let failedCalls = 0
  try {
    for await (const batch of batches(records)) {
      const { outcomes, failure } = await importBatch(batch, deps)
      yield outcomes
      failedCalls = failure ? failedCalls + 1 : 0
      if (failure && failedCalls === MAX_FAILED_CALLS) throw failure
      if (deps.stop?.aborted) return
    }
  } catch (error) {
    if (deps.signal?.aborted || !deps.stop?.aborted) throw error
  }
}

/**
 * Groups records for one call each, in their order. Two records with the same key, or for the same
 * member, are put in different calls: in one call, one would replace the other or be rejected.
 */
async function* batches(records: MemberRecords): AsyncGenerator<MemberRecord[]> {
  let batch: MemberRecord[] = []
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

/** The outcomes of a batch, in its order; and the failure of the call, if it is one of the batch. */
async function importBatch(batch: MemberRecord[], deps: ImportDeps) {
  try {
    return { outcomes: await outcomesOf(batch, deps) }
  } catch (error) {
    if (!(error instanceof PlatformClientError) || isFatal(error)) throw error
    const outcomes = batch.map((record): ImportOutcome => ({ record, success: false, error }))
    return { outcomes, failure: error }
  }
}

async function outcomesOf(
  batch: MemberRecord[],
  { api, ...call }: ImportDeps,
): Promise<ImportOutcome[]> {
  const members = Object.fromEntries(batch.map((record) => [record.memberId, record]))
  const sent = api.with({}, { ...call, isRepeatable: true })
  const data = await dataOf(api.POST('/v3/data_import/members', { body: { members }, ...sent }))
  const entries = new Map(Object.entries(data))
  return batch.map((record) => {
    const entry = entries.get(record.memberId)
    if (entry?.success) return { record, success: true, member: entry.data }
    const error = entry ? recordError(entry.error, api.config.credentials.mask) : unanswered()
    return { record, success: false, error }
  })
}

function unanswered() {
  const message = 'The response of the platform does not mention this record.'
  return new PlatformClientError('unanswered', message)
}

/** Whether the next call would fail too: it is neither the content nor a fault of the moment. */
function isFatal({ code, status = 0 }: PlatformClientError) {
  return ![400, 413, 422].includes(status) && status < 500 && code !== 'timed-out'
}
