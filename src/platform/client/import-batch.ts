import * as z from 'zod'
import type { Ask } from './ask.ts'
import { checkRecord } from './check-record.ts'
import { PlatformClientError } from './client-error.ts'
import { type Clock, either } from './clock.ts'
import { faultSentence } from './fault.ts'
import { ImportedMember, type ImportOptions, type ImportOutcome } from './import-outcome.ts'
import type { MemberRecord } from './member-record.ts'
import type { Pace } from './pace.ts'
import { recordRefusal } from './refusal.ts'

export interface ImportNeeds {
  ask: Ask
  pace: Pace
  clock: Clock
  apiKey: string
}

const Entry = z.object({
  success: z.boolean(),
  data: ImportedMember.optional().catch(undefined),
  error: z.unknown().optional(),
})

const Answer = z.object({ data: z.record(z.string(), Entry) })

/** Failures of the platform's own: the same record may well go in a little later. */
const PASSING = ['ERR_TOO_MANY_REQUESTS', 'ERR_MISSION_FAILED', 'unanswered']
const MOST_ROUNDS = 3
const ROUND_WAIT_MS = 2_000

export interface BatchResult {
  outcomes: ImportOutcome[]
  /** Set when the platform answered for none of the records. */
  failure?: PlatformClientError | undefined
}

/** What becomes of each record of a batch, in its order. */
export async function importBatch(
  batch: readonly MemberRecord[],
  needs: ImportNeeds,
  options: ImportOptions,
): Promise<BatchResult> {
  const settled = new Map<MemberRecord, ImportOutcome>()
  const settle = (outcome: ImportOutcome) => settled.set(outcome.record, outcome)
  for (const record of batch) {
    const error = fault(record, needs.clock.now())
    if (error) settle({ record, success: false, error })
  }

  let waiting = batch.filter((record) => !settled.has(record))
  let failure: PlatformClientError | undefined
  for (let round = 1; waiting.length > 0; round += 1) {
    const result = await importWhole(waiting, needs, options)
    result.outcomes.forEach(settle)
    failure = result.failure
    if (failure || round === MOST_ROUNDS) break
    waiting = result.outcomes.filter(isPassing).map(({ record }) => record)
    if (waiting.length === 0) break
    await needs.clock.sleep(ROUND_WAIT_MS * round, either(options.signal, options.stop))
  }
  return { outcomes: batch.flatMap((record) => settled.get(record) ?? []), failure }
}

/** One call, or a half of it each where it is refused for something that is in it. */
async function importWhole(
  records: readonly MemberRecord[],
  needs: ImportNeeds,
  options: ImportOptions,
): Promise<BatchResult> {
  try {
    return { outcomes: await importOnce(records, needs, options) }
  } catch (error) {
    if (!(error instanceof PlatformClientError) || isHopeless(error)) throw error
    if (!isRefused(error) || records.length === 1)
      return { outcomes: all(records, error), failure: error }

    const middle = Math.ceil(records.length / 2)
    const first = await importWhole(records.slice(0, middle), needs, options)
    const second = await importWhole(records.slice(middle), needs, options)
    return {
      outcomes: [...first.outcomes, ...second.outcomes],
      failure: first.failure && second.failure,
    }
  }
}

async function importOnce(
  records: readonly MemberRecord[],
  { ask, pace, apiKey }: ImportNeeds,
  options: ImportOptions,
): Promise<ImportOutcome[]> {
  const members = Object.fromEntries(records.map((record) => [record.memberId, record]))
  const { data } = await ask({
    method: 'POST',
    path: '/v3/data_import/members',
    body: { members },
    schema: Answer,
    repeatable: true,
    pace,
    ...options,
  })

  const entries = new Map(Object.entries(data))
  return records.map((record) => {
    const entry = entries.get(record.memberId)
    if (entry?.success) return { record, success: true, member: entry.data }
    const error = entry ? recordRefusal(entry.error, apiKey) : unanswered()
    return { record, success: false, error }
  })
}

function fault(record: MemberRecord, now: Date) {
  const { faults } = checkRecord(record, now)
  if (!faults) return undefined
  return new PlatformClientError('invalid-request', faultSentence(faults), { details: faults })
}

function unanswered() {
  return new PlatformClientError('unanswered', 'The platform said nothing of this record.')
}

function isPassing(outcome: ImportOutcome) {
  return !outcome.success && PASSING.includes(outcome.error.code)
}

/** The call is refused for what is in it. */
function isRefused({ status = 0 }: PlatformClientError) {
  return status === 400 || status === 413 || status === 422
}

function isHopeless(error: PlatformClientError) {
  const isPassingBy = error.code === 'timed-out' || (error.status ?? 0) >= 500
  return !isRefused(error) && !isPassingBy
}

function all(records: readonly MemberRecord[], error: PlatformClientError): ImportOutcome[] {
  return records.map((record) => ({ record, success: false, error }))
}
