import type { MemberRecord } from '../platform-types.ts'
import { batches } from './batches.ts'
import {
  type ImportDeps,
  type ImportOptions,
  type ImportOutcome,
  importBatch,
} from './import-batch.ts'

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
  records: Iterable<MemberRecord> | AsyncIterable<MemberRecord>,
  deps: ImportDeps,
  options: ImportOptions = {},
): AsyncGenerator<ImportOutcome[]> {
  let failedCalls = 0
  try {
    for await (const batch of batches(records)) {
      const { outcomes, failure } = await importBatch(batch, deps, options)
      yield outcomes
      failedCalls = failure ? failedCalls + 1 : 0
      if (failure && failedCalls === MAX_FAILED_CALLS) throw failure
      if (options.stop?.aborted) return
    }
  } catch (error) {
    if (options.signal?.aborted || !options.stop?.aborted) throw error
  }
}
