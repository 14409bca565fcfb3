import { batches } from '../core/members/batches.ts'
import type { Caller } from './api.ts'
import { ClientError, unreadable } from './client-error.ts'
import type { ClientConfig } from './options.ts'
import { createPace } from './pace.ts'
import { recordError } from './response-error.ts'
import type { ImportedMember, MemberRecord } from './types.ts'

/** The outcome of one record; `record` is the given object. */
export type ImportOutcome =
  | { record: MemberRecord; success: true; member: ImportedMember | undefined }
  | { record: MemberRecord; success: false; error: ClientError }

export interface ImportOptions {
  /** Cancels the import including the current call, whose records may still be imported. */
  signal?: AbortSignal | undefined
  /** Ends the import after the current call, whose outcomes are still yielded. */
  stop?: AbortSignal | undefined
}

export type MemberRecords = Iterable<MemberRecord> | AsyncIterable<MemberRecord>

/** The platform allows 60 calls a minute. The margin is for calls that are delayed on the way. */
const CALLS_A_MINUTE = 55
const MINUTE_MS = 60_000
/** The import ends after this many failed calls in a row. */
const MAX_FAILED_CALLS = 3

const PATH = '/v3/data_import/members'

type ImportBatch = (batch: MemberRecord[]) => Promise<ImportOutcome[]>

export function memberImport(call: Caller, { clock, credentialOf }: ClientConfig) {
  const pace = createPace({ calls: CALLS_A_MINUTE, everyMs: MINUTE_MS, clock })

  async function importBatch(batch: MemberRecord[], { signal, stop }: ImportOptions) {
    const members = Object.fromEntries(batch.map((record) => [record.memberId, record]))
    const { data: answer } = await call(
      'post',
      PATH,
      [{ body: { members }, signal: signal ?? null }],
      {
        pace,
        stop,
      },
    )
    if (!answer?.data) throw unreadable(undefined, 'has no data')
    const entries = new Map(Object.entries(answer.data))
    const mask = credentialOf(PATH)?.mask
    return batch.map((record): ImportOutcome => {
      const entry = entries.get(record.memberId)
      if (entry?.success) return { record, success: true, member: entry.data }
      const error = entry ? recordError(entry.error, mask ? { mask } : {}) : unanswered()
      return { record, success: false, error }
    })
  }

  return {
    /**
     * Imports members in calls of 50, in order, within the rate limit and with retries. Each list
     * has the outcomes of one batch. Neither a rejected record nor a call that is rejected because
     * of its content stops the import.
     *
     * @throws ClientError if it cannot continue, such as with an invalid key. Records without an
     * outcome may have been imported or not: it is safe to import them again.
     */
    async *importMembers(
      records: MemberRecords,
      options: ImportOptions = {},
    ): AsyncGenerator<ImportOutcome[]> {
      try {
        yield* inBatches(records, options, (batch) => importBatch(batch, options))
      } catch (error) {
        if (options.signal?.aborted || !options.stop?.aborted) throw error
      }
    },
  }
}

async function* inBatches(
  records: MemberRecords,
  { stop }: ImportOptions,
  importBatch: ImportBatch,
) {
  let failedCalls = 0
  for await (const batch of batches(records)) {
    const { outcomes, failure } = await outcomesOf(batch, importBatch)
    yield outcomes
    failedCalls = failure ? failedCalls + 1 : 0
    if (failure && failedCalls === MAX_FAILED_CALLS) throw failure
    if (stop?.aborted) return
  }
}

/** The outcomes of a batch, in its order; and the failure of the call, if it is one of the batch. */
async function outcomesOf(batch: MemberRecord[], importBatch: ImportBatch) {
  try {
    return { outcomes: await importBatch(batch) }
  } catch (error) {
    if (!(error instanceof ClientError) || isFatal(error)) throw error
    const outcomes = batch.map((record): ImportOutcome => ({ record, success: false, error }))
    return { outcomes, failure: error }
  }
}

function unanswered() {
  const message = 'The response of the platform does not mention this record.'
  return new ClientError('unanswered', message)
}

/** Whether the next call would fail too: it is neither the content nor a fault of the moment. */
function isFatal({ code, status = 0 }: ClientError) {
  return ![400, 413, 422].includes(status) && status < 500 && code !== 'timed-out'
}
