import { MINUTE_MS } from '../core/durations.ts'
import { batches } from '../core/members/batches.ts'
import type { CallOperation } from './api.ts'
import { ClientError, unreadableResponse } from './client-error.ts'
import type { ServerClock } from './clock.ts'
import type { ClientConfig } from './options.ts'
import { recordError } from './response-error.ts'
import type { ImportedMember, MemberRecord } from './types.ts'

/** The outcome of one record; `record` is the given object. */
export type ImportOutcome =
  | { record: MemberRecord; success: true; member: ImportedMember | undefined }
  | { record: MemberRecord; success: false; error: ClientError }

export interface ImportOptions {
  /** Ends the import after the current call, whose outcomes are still yielded. */
  stop?: AbortSignal | undefined
}

export type MemberRecords = Iterable<MemberRecord> | AsyncIterable<MemberRecord>

/** The platform allows 60 calls a minute. The margin is for calls that are delayed on the way. */
const CALLS_A_MINUTE = 55

const PATH = '/v3/data_import/members'

export function createMemberImport(call: CallOperation, { clock, credentialOf }: ClientConfig) {
  const pace = createPace(clock)

  async function importBatch(batch: MemberRecord[], stop: AbortSignal | undefined) {
    const members = Object.fromEntries(batch.map((record) => [record.memberId, record]))
    const { data: answer } = await call('post', PATH, [{ body: { members } }], { pace, stop })
    if (!answer?.data) throw unreadableResponse(undefined, 'has no data')
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
      { stop }: ImportOptions = {},
    ): AsyncGenerator<ImportOutcome[]> {
      for await (const batch of batches(records)) {
        if (stop?.aborted) return
        yield await importBatch(batch, stop).catch((error: unknown) => {
          if (stop?.aborted) return []
          if (!isOfContent(error)) throw error
          return batch.map((record) => ({ record, success: false, error }))
        })
      }
    },
  }
}

function unanswered() {
  const message = 'The response of the platform does not mention this record.'
  return new ClientError('unanswered', message)
}

/** Whether a call was rejected for what is in it, so that the next one may be accepted. */
function isOfContent(error: unknown): error is ClientError {
  return error instanceof ClientError && [400, 413, 422].includes(error.status ?? 0)
}

/** Waits until the next call may be made, and counts it. No library, as tests replace the clock. */
function createPace(clock: ServerClock) {
  /** The times of the last calls, earliest first. */
  const made: number[] = []

  return async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const earliest = made.length < CALLS_A_MINUTE ? undefined : made.shift()
    const waitMs = earliest === undefined ? 0 : earliest + MINUTE_MS - clock.now().getTime()
    // Never longer than a minute, even if the system clock is set back.
    if (waitMs > 0) await clock.sleep(Math.min(MINUTE_MS, waitMs), signal)
    made.push(clock.now().getTime())
  }
}
