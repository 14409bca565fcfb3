import { createPlatformClient } from '../../client/client.ts'
import type { PlatformClientError } from '../../client/client-error.ts'
import type { Clock } from '../../client/clock.ts'
import { checkedRows } from '../../client/members/checked-rows.ts'
import { printable } from '../../core/printable.ts'
import { textFile } from '../../core/rows/file-text.node.ts'
import type { Arguments } from './arguments.node.ts'
import { type Progress, startProgress } from './progress.node.ts'
import { openReport, type Report } from './report.node.ts'
import { type Sending, sendRows } from './send-rows.node.ts'

interface ImportRun {
  clock: Clock
  /** Called with each line, without a line break. */
  write(line: string): void
  /** The terminal to show a progress bar on, if there is one. */
  terminal: NodeJS.WriteStream | undefined
  key(): Promise<string | undefined>
  /** Once it aborts, the current call is the last one. */
  stop: AbortSignal
}

export const EXIT = { complete: 0, partial: 1, notStarted: 2 } as const

/** Statuses that do not depend on the records: another run would fail too. */
const FATAL_STATUSES = [401, 403, 404, 405]

/**
 * Imports a file of members, and returns the exit code.
 *
 * @throws Error if the file, the report, the key or the URL is invalid.
 */
export async function runImport(given: Arguments, run: ImportRun): Promise<number> {
  const { clock, stop, terminal } = run
  const say = (line: string) => run.write(printable(line))
  const { total, invalid } = await checkFile(given.file, { now: clock.now(), stop, say })
  if (given.dryRun) return invalid === 0 && !stop.aborted ? EXIT.complete : EXIT.partial
  if (stop.aborted) return EXIT.partial

  const apiKey = await run.key()
  if (!apiKey) throw new Error('No API key: set PLATFORM_API_KEY, or pipe the key in.')
  let progress: Progress | undefined
  const client = createPlatformClient({
    baseUrl: given.baseUrl,
    apiKey,
    clock,
    importsAMinute: given.callsPerMinute,
    onRetry: ({ message }, waitMs) =>
      progress?.note(printable(`${message} Retrying in ${Math.ceil(waitMs / 1000)} s.`)),
  })

  const to = new URL(given.baseUrl).href
  const report = await openReport(given.report, to)
  say(`Importing into ${to}; outcomes are written to ${given.report}`)
  progress = startProgress({ total, terminal, say })
  const result = await finished(
    sendRows(given.file, { client, report, progress, now: clock.now(), stop }),
    progress,
    report,
  )

  summarise(result, { total, given, say })
  const { failure, imported, skipped } = result
  if (failure && isFatal(failure)) return EXIT.notStarted
  return imported + skipped === total ? EXIT.complete : EXIT.partial
}

async function finished(sending: Promise<Sending>, progress: Progress, report: Report) {
  try {
    return await sending
  } finally {
    progress.end()
    await report.close()
  }
}

interface SummaryDeps {
  total: number
  given: Arguments
  say(line: string): void
}

function summarise(result: Sending, { total, given, say }: SummaryDeps) {
  const { imported, skipped, failed, failures, invalid, failure } = result
  const left = total - imported - skipped - failed - invalid
  const parts = [
    `${imported} imported`,
    ...(skipped > 0 ? [`${skipped} imported before, according to ${given.report}`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(invalid > 0 ? [`${invalid} invalid and not sent`] : []),
    ...(left > 0 ? [`${left} not attempted`] : []),
  ]
  for (const { row, memberId, code, message } of failures) {
    say(`${given.file}, row ${row} (${memberId}): ${code}: ${message}`)
  }
  const unnamed = failed - failures.length
  if (unnamed > 0) say(`… and ${unnamed} more, see ${given.report}`)
  if (failure) say(`The import ended early: ${failure.message} (${failure.code})`)
  say(`${parts.join(', ')}.`)
  if (skipped > 0) say(`To send every record again, delete ${given.report} first.`)
  if (left > 0 || failed > 0) say('To continue, run the same command again.')
}

function isFatal({ code, status = 0 }: PlatformClientError) {
  return FATAL_STATUSES.includes(status) || code === 'redirected' || code === 'unreadable'
}

interface CheckDeps {
  now: Date
  stop: AbortSignal
  say(line: string): void
}

const MAX_SHOWN = 10

/**
 * Validates the whole file before anything is sent.
 *
 * @throws Error if the file cannot be read.
 */
async function checkFile(path: string, { now, stop, say }: CheckDeps) {
  let total = 0
  let invalid = 0
  for await (const { row, memberId, issue } of checkedRows(textFile(path), now)) {
    if (stop.aborted) break
    total += 1
    if (!issue) continue
    invalid += 1
    if (invalid <= MAX_SHOWN) say(`${path}, row ${row}${memberId && ` (${memberId})`}: ${issue}`)
  }
  if (invalid > MAX_SHOWN) say(`and ${invalid - MAX_SHOWN} more`)
  say(`${path}: ${total} ${total === 1 ? 'record' : 'records'}, ${invalid} of them invalid`)
  return { total, invalid }
}
