import { createHash } from 'node:crypto'
import type { ImportOutcome, MemberRecord, PlatformClient } from '../../client/client.ts'
import { PlatformClientError } from '../../client/client-error.ts'
import { checkedRows } from '../../client/members/checked-rows.ts'
import { textFile } from '../../core/rows/file-text.node.ts'
import type { Progress } from './progress.node.ts'
import type { Report, ReportLine } from './report.node.ts'

interface SendDeps {
  client: Pick<PlatformClient, 'importMembers'>
  report: Report
  progress: Progress
  now: Date
  stop: AbortSignal
}

export interface Sending {
  imported: number
  /** Imported before, according to the report. */
  skipped: number
  failed: number
  /** The first failures. */
  failures: readonly ReportLine[]
  invalid: number
  /** Why it ended early. */
  failure: PlatformClientError | undefined
}

const MAX_FAILURES = 20

interface Sent {
  row: number
  digest: string
}

/** Sends the records that are not imported yet, and writes each outcome to the report. */
export async function sendRows(path: string, deps: SendDeps): Promise<Sending> {
  const { client, report, progress, now, stop } = deps
  const counts = { imported: 0, skipped: 0, failed: 0, invalid: 0 }
  const failures: ReportLine[] = []
  const sent = new Map<MemberRecord, Sent>()
  const unwritten: ReportLine[] = []

  async function* records() {
    for await (const { row, memberId, record, issue: message } of checkedRows(
      textFile(path),
      now,
    )) {
      if (stop.aborted) return
      if (!record) {
        counts.invalid += 1
        unwritten.push({ memberId, row, outcome: 'invalid', code: 'invalid-record', message })
        continue
      }
      const digest = digestOf(record)
      if (report.has(memberId, digest)) {
        counts.skipped += 1
        continue
      }
      report.forget(memberId)
      sent.set(record, { row, digest })
      yield record
    }
  }

  const note = async (outcomes: readonly ImportOutcome[]) => {
    for (const outcome of outcomes) {
      counts[outcome.success ? 'imported' : 'failed'] += 1
      const line = reportLine(outcome, sent.get(outcome.record))
      unwritten.push(line)
      if (!outcome.success && failures.length < MAX_FAILURES) failures.push(line)
      sent.delete(outcome.record)
    }
    await report.append(unwritten.splice(0))
    const { imported, skipped, failed, invalid } = counts
    progress.show(imported + skipped + failed + invalid, failed + invalid)
  }

  try {
    for await (const outcomes of client.importMembers(records(), { stop })) await note(outcomes)
    await note([])
    return { ...counts, failures, failure: undefined }
  } catch (failure) {
    if (!(failure instanceof PlatformClientError)) throw failure
    await note([])
    return { ...counts, failures, failure }
  }
}

function reportLine(
  outcome: ImportOutcome,
  { row, digest }: Sent = { row: 0, digest: '' },
): ReportLine {
  const { memberId } = outcome.record
  if (outcome.success) return { memberId, row, outcome: 'imported', digest }
  const { code, message } = outcome.error
  return { memberId, row, outcome: 'failed', code, message, digest }
}

/** 96 bits of a hash are enough to detect changes. */
function digestOf(record: MemberRecord) {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16)
}
