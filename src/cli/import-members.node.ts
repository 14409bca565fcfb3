import { writeFile } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import { type Client, createClient } from '../client/client.ts'
import { ClientError } from '../client/client-error.ts'
import { importFile } from '../client/import-file.ts'
import { errorMessage } from '../core/error.ts'
import { invalidRows, type RowProblem } from '../core/members/import-rows.ts'
import { parseColumns } from '../core/members/member-columns.ts'
import { problemFile } from '../core/members/problem-file.ts'
import { type ReadMembers, readMembers } from '../core/members/read-members.ts'
import { excerpt } from '../core/printable.ts'
import { fileBytes } from '../core/rows/file-text.node.ts'
import { askKey } from './ask-key.node.ts'
import { EXIT, UsageError } from './exit.node.ts'
import { interruptible, type Terminal } from './terminal.node.ts'

interface ImportArguments {
  baseUrl?: string | undefined
  columns?: string | undefined
  dryRun?: boolean | undefined
}

const DEFAULT_PORT = '8787'
const MAX_SHOWN = 20
const MAX_CHARACTERS = 500
const BAR =
  ' {bar} {percentage}% | {value} of {total} | {failed} not imported | {eta_formatted} left'

/** Statuses that do not depend on the records: another run would fail too. */
const FATAL_STATUSES = [401, 403, 404, 405]

/** Imports a file of members into a chat platform. Ctrl-C ends it after the current call. */
export function importMembers(file: string, given: ImportArguments, terminal: Terminal) {
  const { stdout, stderr } = terminal
  // The import goes on without a reader.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  const say = (line: string) => void stdout.write(`${excerpt(line, MAX_CHARACTERS)}\n`)

  return interruptible(async (stop) => {
    const read = await checked(file, given.columns ?? '', { say, stop })
    const { rows } = read
    const invalid = invalidRows(rows)
    if (given.dryRun) {
      await report(invalid, { file, say })
      return invalid.length > 0 ? EXIT.failed : EXIT.done
    }
    const client = await openClient(given.baseUrl, { terminal, stop })
    const { imported, problems, failure } = await send(read, { client, stop, stderr })
    await report([...invalid, ...problems], { file, say })
    const left = rows.length - invalid.length - imported - problems.length
    const counts = [
      [imported, 'imported'],
      [problems.length, 'failed'],
      [invalid.length, 'invalid and not sent'],
      [left, 'not sent'],
    ] as const
    const [first, ...others] = counts.map(([count, what]) => (count > 0 ? `${count} ${what}` : ''))
    say(`${[first || '0 imported', ...others].filter(Boolean).join(', ')}.`)
    if (left > 0) say('To send the others, run the same command again.')
    if (failure) throw failure
    return imported === rows.length ? EXIT.done : EXIT.failed
  })
}

interface CheckDeps {
  say(line: string): void
  stop: AbortSignal
}

async function checked(file: string, columns: string, { say, stop: signal }: CheckDeps) {
  try {
    const options = { now: new Date(), columns: parseColumns(columns), signal }
    const read = await readMembers({ name: file, bytes: () => fileBytes(file) }, options)
    const { rows, notes } = read
    for (const note of notes) say(note)
    const records = rows.length === 1 ? '1 record' : `${rows.length} records`
    say(`${file}: ${records}, ${invalidRows(rows).length} of them invalid`)
    return read
  } catch (error) {
    throw new UsageError(errorMessage(error))
  }
}

interface ClientDeps {
  terminal: Terminal
  stop: AbortSignal
}

async function openClient(baseUrl: string | undefined, { terminal, stop }: ClientDeps) {
  const { env, stderr } = terminal
  const warn = (line: string) => void stderr.write(`${excerpt(line, MAX_CHARACTERS)}\n`)
  const apiKey = env.PLATFORM_API_KEY || (await askKey(terminal, stop))
  if (!apiKey) throw new UsageError('No API key: set PLATFORM_API_KEY, or pipe the key in.')
  stop.addEventListener('abort', () => {
    warn('Stopping after the current call. Press Ctrl-C again to stop at once.')
  })
  try {
    return createClient(baseUrl ?? `http://127.0.0.1:${env.PORT || DEFAULT_PORT}`, {
      apiKey,
      onRetry: ({ message }, waitMs) =>
        warn(`${message} Retrying in ${Math.ceil(waitMs / 1000)} s.`),
    })
  } catch (error) {
    throw new UsageError(`--base-url or PORT is wrong: ${errorMessage(error)}`)
  }
}

interface SendDeps {
  client: Client
  stop: AbortSignal
  stderr: Terminal['stderr']
}

async function send(read: ReadMembers, { client, stop, stderr }: SendDeps) {
  const problems: RowProblem[] = []
  let imported = 0
  const bar = new SingleBar({ format: BAR, stream: stderr, barsize: 24, gracefulExit: false })
  bar.start(read.rows.filter(({ record }) => record).length, 0, { failed: 0 })
  try {
    for await (const batch of importFile(read, client, { stop })) {
      imported += batch.imported
      problems.push(...batch.problems)
      bar.update(imported + problems.length, { failed: problems.length })
    }
    return { imported, problems }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const message = `The import ended early: ${error.message}`
    const failure = isFatal(error) ? new UsageError(message) : new ClientError(error.code, message)
    return { imported, problems, failure }
  } finally {
    bar.stop()
  }
}

interface ReportDeps {
  file: string
  say(line: string): void
}

/** Shows the first rows that are not imported, and writes a file of all, to be repaired and imported. */
async function report(problems: readonly RowProblem[], { file, say }: ReportDeps) {
  if (problems.length === 0) return
  for (const { row, problem, code } of problems.slice(0, MAX_SHOWN)) {
    const place = `row ${row.row}${row.memberId && ` (${row.memberId})`}`
    say(`${file}, ${place}: ${row.issue === undefined ? `${code}: ` : ''}${problem}`)
  }
  const { extension, text } = problemFile(problems)
  const path = `${file.replace(/\.\w+$/, '')}.problems.${extension}`
  await writeFile(path, text)
  say(
    `${path} has ${problems.length === 1 ? 'this row' : `${problems.length} rows`} with a column “problem”: repair and import it.`,
  )
}

function isFatal({ code, status = 0 }: ClientError) {
  return FATAL_STATUSES.includes(status) || code === 'redirected' || code === 'unreadable'
}
