import { batches } from './batches.ts'
import { type ImportDeps, importBatch } from './import-batch.ts'
import type { ImportOptions, ImportOutcome } from './import-outcome.ts'
import type { MemberRecord } from './platform-types.ts'

/** So many calls in a row that failed whole, and we believe it. */
const MAX_FAILED_CALLS = 3

/**
 * Imports members in calls of 50, in their order, paced and repeated as the platform allows; each
 * list is what became of one batch. A record that the platform refuses does not stop the others,
 * and neither does a call that it refuses whole for what is in it.
 *
 * @throws PlatformClientError when going on makes no sense, such as with a key that is refused.
 *   Records of which nothing was told then may be in or not: to import them again does no harm.
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
