import { writeFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { SingleBar } from 'cli-progress'
import { createClient } from '../client/client.ts'
import { ClientError } from '../client/client-error.ts'
import { importFile } from '../client/import-file.ts'
import { errorMessage } from '../core/error.ts'
import { invalidRows, type RowProblem } from '../core/members/import-rows.ts'
import { parseMemberColumns } from '../core/members/member-columns.ts'
import { problemFile } from '../core/members/problem-file.ts'
import { readMembers } from '../core/members/read-members.ts'
import { excerpt } from '../core/printable.ts'
import { fileBytes } from '../core/rows/file-text.node.ts'
import { EXIT, UsageError } from './exit.node.ts'
import { interruptible, type Terminal } from './terminal.node.ts'
import { textLines } from './text-lines.ts'

interface ImportArguments {
  baseUrl?: string | undefined
  columns?: string | undefined
  dryRun?: boolean | undefined
  update?: boolean | undefined
}

const DEFAULT_PORT = '8787'
const KEY_TIMEOUT_MS = 10_000
const MAX_SHOWN = 20
const MAX_CHARACTERS = 500
const BAR =
  ' {bar} {percentage}% | {value} of {total} | {failed} not imported | {eta_formatted} left'

/** Imports a file of members into a chat platform. Ctrl-C ends it after the current call. */
export function importMembers(file: string, given: ImportArguments, terminal: Terminal) {
  const { stdout, stderr } = terminal
  // The import goes on without a reader.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  const say = (line: string) => sayTo(stdout, line)

  return interruptible(async (stop) => {
    const { rows, notes } = await orUsageError(() => {
      const options = {
        now: new Date(),
        columns: parseMemberColumns(given.columns ?? ''),
        signal: stop,
      }
      return readMembers({ name: file, bytes: () => fileBytes(file) }, options)
    })
    const invalid = invalidRows(rows)
    const records = rows.length === 1 ? '1 record' : `${rows.length} records`
    for (const line of [...notes, `${file}: ${records}, ${invalid.length} of them invalid`])
      say(line)
    if (given.dryRun) {
      await report(invalid, file, say)
      return invalid.length > 0 ? EXIT.failed : EXIT.done
    }
    const client = await openClient(given.baseUrl, terminal, stop)
    const importing = importFile({ rows }, client, { stop, update: given.update })
    const { imported, failed, differences, failure } = await follow(
      importing,
      rows.length - invalid.length,
      stderr,
    )
    await report([...invalid, ...failed], file, say)
    sayDifferences(differences, given.update, say)
    const left = rows.length - invalid.length - imported - failed.length
    sayCounts({ imported, failed: failed.length, invalid: invalid.length, left }, say)
    if (failure) throw failure
    return imported === rows.length ? EXIT.done : EXIT.failed
  })
}

function sayTo(stream: NodeJS.WritableStream, line: string) {
  stream.write(`${excerpt(line, MAX_CHARACTERS)}\n`)
}

async function orUsageError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new UsageError(errorMessage(error))
  }
}

async function openClient(baseUrl: string | undefined, terminal: Terminal, stop: AbortSignal) {
  const { env, stdin, stderr } = terminal
  const apiKey = env.PLATFORM_API_KEY || (await firstLine(stdin, stop))
  if (!apiKey) throw new UsageError('No API key: set PLATFORM_API_KEY, or pipe the key in.')
  stop.addEventListener('abort', () => {
    sayTo(stderr, 'Stopping after the current call. Press Ctrl-C again to stop at once.')
  })
  const url = baseUrl ?? `http://127.0.0.1:${env.PORT || DEFAULT_PORT}`
  return orUsageError(() =>
    createClient(url, {
      apiKey,
      onRetry: ({ message }, waitMs) =>
        sayTo(stderr, `${message} Retrying in ${Math.ceil(waitMs / 1000)} s.`),
    }),
  )
}

/** The key in a pipe, which has it ready. A terminal would show what is typed. */
async function firstLine(stdin: Terminal['stdin'], stop: AbortSignal) {
  if (stdin.isTTY) return undefined
  const input = addAbortSignal(AbortSignal.any([stop, AbortSignal.timeout(KEY_TIMEOUT_MS)]), stdin)
  const { value } = await textLines(input.setEncoding('utf8'))
    .next()
    .catch(() => ({ value: '' }))
  return value?.trim()
}

/** Shows how far an import is, and resolves with what became of its rows. */
async function follow(
  importing: ReturnType<typeof importFile>,
  total: number,
  stderr: Terminal['stderr'],
) {
  const failed: RowProblem[] = []
  const differences: string[] = []
  let imported = 0
  const bar = new SingleBar({ format: BAR, stream: stderr, barsize: 24, gracefulExit: false })
  bar.start(total, 0, { failed: 0 })
  try {
    for await (const batch of importing) {
      imported += batch.imported
      failed.push(...batch.problems)
      differences.push(...batch.differences)
      bar.update(imported + failed.length, { failed: failed.length })
    }
    return { imported, failed, differences }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const message = `The import ended early: ${error.message}`
    const failure = isFatal(error) ? new UsageError(message) : new ClientError(error.code, message)
    return { imported, failed, differences, failure }
  } finally {
    bar.stop()
  }
}

/** Lists the details of groups and users that differ from the file. */
function sayDifferences(
  differences: readonly string[],
  isUpdated = false,
  say: (line: string) => void,
) {
  const distinct = [...new Set(differences)]
  if (distinct.length === 0) return
  const what = isUpdated ? 'was updated' : 'differs from the file'
  for (const difference of distinct.slice(0, MAX_SHOWN)) say(`${difference} ${what}`)
  const more = distinct.length - MAX_SHOWN
  if (more > 0) say(`and ${more} more`)
  if (!isUpdated) say('Groups and users that exist stay as they are: --update changes them.')
}

/** Whether another run would fail too: it does not depend on the records. */
function isFatal({ code, status = 0 }: ClientError) {
  return [401, 403, 404, 405].includes(status) || code === 'redirected' || code === 'unreadable'
}

/** Shows the first rows that are not imported, and writes a file of all, to be repaired and imported. */
async function report(problems: readonly RowProblem[], file: string, say: (line: string) => void) {
  if (problems.length === 0) return
  for (const { row, problem, code } of problems.slice(0, MAX_SHOWN)) {
    const place = `row ${row.row}${row.memberId && ` (${row.memberId})`}`
    say(`${file}, ${place}: ${row.issue === undefined ? `${code}: ` : ''}${problem}`)
  }
  const { extension, text } = problemFile(problems)
  const path = `${file.replace(/\.\w+$/, '')}.problems.${extension}`
  await writeFile(path, text)
  const rows = problems.length === 1 ? 'this row' : `${problems.length} rows`
  say(`${path} has ${rows} with a column “problem”: repair and import it.`)
}

type Counts = Record<'imported' | 'failed' | 'invalid' | 'left', number>

function sayCounts({ imported, failed, invalid, left }: Counts, say: (line: string) => void) {
  const others = [
    [failed, 'failed'],
    [invalid, 'invalid and not sent'],
    [left, 'not sent'],
  ] as const
  const shown = others.flatMap(([count, what]) => (count > 0 ? `, ${count} ${what}` : ''))
  say(`${imported} imported${shown.join('')}.`)
  if (left > 0) say('To send the others, run the same command again.')
}
