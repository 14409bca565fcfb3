import { PlatformClientError } from '../client-error.ts'
import { type Clock, either } from '../clock.ts'
import { issueSentence } from '../issue.ts'
import type { Pace } from '../pace.ts'
import type { ImportedMember, MemberRecord } from '../platform-types.ts'
import { type Mask, recordError } from '../response-error.ts'
import {
  anything,
  dataOf,
  flag,
  loose,
  mapOf,
  number,
  optional,
  orNothing,
  text,
} from '../schema.ts'
import type { Send } from '../send.ts'
import { checkRecord } from './member-record.ts'

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

export interface ImportDeps {
  send: Send
  pace: Pace
  clock: Clock
  mask: Mask
}

interface Entry {
  success: boolean
  data?: ImportedMember | undefined
  error?: unknown
}

const Member = loose<ImportedMember>({
  guid: text,
  uid: text,
  scope: optional(text),
  joinedAt: optional(number),
})

const Answer = dataOf(
  mapOf(loose<Entry>({ success: flag, data: orNothing(Member), error: anything })),
)

/** Temporary errors: the same record may be imported a little later. */
const TEMPORARY = ['ERR_TOO_MANY_REQUESTS', 'ERR_MISSION_FAILED', 'unanswered']
const MAX_ROUNDS = 3
const ROUND_WAIT_MS = 2_000

export interface BatchResult {
  outcomes: ImportOutcome[]
  /** Set if the platform returned an outcome for none of the records. */
  failure?: PlatformClientError | undefined
}

/** Imports a batch, and returns the outcomes in its order. */
export async function importBatch(
  batch: readonly MemberRecord[],
  deps: ImportDeps,
  options: ImportOptions,
): Promise<BatchResult> {
  const settled = new Map<MemberRecord, ImportOutcome>()
  const settle = (outcome: ImportOutcome) => settled.set(outcome.record, outcome)
  for (const record of batch) {
    const error = issueOf(record, deps.clock.now())
    if (error) settle({ record, success: false, error })
  }

  let waiting = batch.filter((record) => !settled.has(record))
  let failure: PlatformClientError | undefined
  for (let round = 1; waiting.length > 0; round += 1) {
    const result = await importOrSplit(waiting, deps, options)
    result.outcomes.forEach(settle)
    failure = result.failure
    if (failure || round === MAX_ROUNDS) break
    waiting = result.outcomes.filter(isTemporaryOutcome).map(({ record }) => record)
    if (waiting.length === 0) break
    await deps.clock.sleep(ROUND_WAIT_MS * round, either(options.signal, options.stop))
  }
  return { outcomes: batch.flatMap((record) => settled.get(record) ?? []), failure }
}

/** Makes one call, or one for each half if it is rejected because of its content. */
async function importOrSplit(
  records: readonly MemberRecord[],
  deps: ImportDeps,
  options: ImportOptions,
): Promise<BatchResult> {
  try {
    return { outcomes: await importOnce(records, deps, options) }
  } catch (error) {
    if (!(error instanceof PlatformClientError) || isFatal(error)) throw error
    if (!isRejected(error) || records.length === 1)
      return { outcomes: all(records, error), failure: error }

    const middle = Math.ceil(records.length / 2)
    const first = await importOrSplit(records.slice(0, middle), deps, options)
    const second = await importOrSplit(records.slice(middle), deps, options)
    return {
      outcomes: [...first.outcomes, ...second.outcomes],
      failure: first.failure && second.failure,
    }
  }
}

async function importOnce(
  records: readonly MemberRecord[],
  { send, pace, mask }: ImportDeps,
  options: ImportOptions,
): Promise<ImportOutcome[]> {
  const members = Object.fromEntries(records.map((record) => [record.memberId, record]))
  const { data } = await send({
    method: 'POST',
    path: '/v3/data_import/members',
    body: { members },
    answer: Answer,
    isRepeatable: true,
    pace,
    ...options,
  })

  const entries = new Map(Object.entries(data))
  return records.map((record) => {
    const entry = entries.get(record.memberId)
    if (entry?.success) return { record, success: true, member: entry.data }
    const error = entry ? recordError(entry.error, mask) : unanswered()
    return { record, success: false, error }
  })
}

function issueOf(record: MemberRecord, now: Date) {
  const { issues } = checkRecord(record, now)
  if (!issues) return undefined
  return new PlatformClientError('invalid-request', issueSentence(issues), { details: issues })
}

function unanswered() {
  return new PlatformClientError(
    'unanswered',
    'The response of the platform does not mention this record.',
  )
}

function isTemporaryOutcome(outcome: ImportOutcome) {
  return !outcome.success && TEMPORARY.includes(outcome.error.code)
}

/** Whether the call was rejected because of its content. */
function isRejected({ status = 0 }: PlatformClientError) {
  return status === 400 || status === 413 || status === 422
}

function isFatal(error: PlatformClientError) {
  const isTemporary = error.code === 'timed-out' || (error.status ?? 0) >= 500
  return !isRejected(error) && !isTemporary
}

function all(records: readonly MemberRecord[], error: PlatformClientError): ImportOutcome[] {
  return records.map((record) => ({ record, success: false, error }))
}
