import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../core/error.ts'

const STDOUT = 1
const STDERR = 2

/** Enough for one write; more would only wait in memory. */
const MAX_BATCH_CHARACTERS = 32_768
const MAX_DELAY_MS = 100

/** The buffer while the log cannot be written. Further records are dropped and counted. */
const MAX_BUFFERED_CHARACTERS = 4 * 1024 * 1024

/** A full pipe usually has room again soon. The delay doubles from here. */
const MIN_RETRY_MS = 1
const MAX_RETRY_MS = 1_000

const CLOSE_TIMEOUT_MS = 1_000
const CLOSE_POLL_MS = 10

const NOTHING = Buffer.alloc(0)

interface LogOutputOptions {
  /** Called with the number of dropped records, once records can be written again. */
  onDropped(records: number): void
}

export interface LogOutput {
  write(line: string): void
  /** Waits briefly for a reader that is behind. */
  close(): Promise<void>
}

/**
 * Writes log lines to standard output. A line after a pause is written at once, lines in quick
 * succession are batched, and the rest is written on exit.
 *
 * Writes to the descriptor instead of `process.stdout`: that stream buffers without limit for a paused
 * reader, and stops after its first error. Here a full pipe, a full disk and a closed reader are the
 * same: buffer up to a limit, and try again later.
 */
export function logOutput({ onDropped }: LogOutputOptions): LogOutput {
  let waiting = ''
  let batch = NOTHING
  let blockedBy: string | undefined
  let retryMs = MIN_RETRY_MS
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  // Makes pipes non-blocking. An error of other writers must not end the process either.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('exit', flush)

  function flush() {
    try {
      while (batch.length > 0 || waiting !== '') {
        if (batch.length === 0) {
          batch = Buffer.from(waiting)
          waiting = ''
        }
        batch = batch.subarray(writeSync(STDOUT, batch))
        retryMs = MIN_RETRY_MS
      }
    } catch (error) {
      block(error)
      return
    }
    batch = NOTHING // a slice of a batch would keep all of it in memory
    blockedBy = undefined
    if (dropped > 0) reportDropped()
  }

  function block(error: unknown) {
    const code = errorCode(error) ?? 'unknown'
    if (code !== 'EAGAIN' && code !== blockedBy) {
      writeNotice(`The log cannot be written (${code}). The service continues and tries again.\n`)
    }
    blockedBy = code
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    clearTimeout(timer)
    timer = undefined
  }

  function reportDropped() {
    const records = dropped
    dropped = 0
    onDropped(records)
  }

  function schedule() {
    timer ??= setTimeout(
      () => {
        timer = undefined
        if (batch.length === 0 && waiting === '') return
        flush()
        schedule()
      },
      blockedBy ? retryMs : MAX_DELAY_MS,
    ).unref()
  }

  return {
    write(line) {
      if (blockedBy && batch.length + waiting.length + line.length > MAX_BUFFERED_CHARACTERS) {
        dropped += 1
        return
      }
      waiting += line
      const isWaiting = blockedBy || (timer && waiting.length < MAX_BATCH_CHARACTERS)
      if (!isWaiting) flush()
      schedule()
    },

    async close() {
      const deadline = performance.now() + CLOSE_TIMEOUT_MS
      flush()
      while (blockedBy === 'EAGAIN' && performance.now() < deadline) {
        await sleep(CLOSE_POLL_MS)
        flush()
      }
    },
  }
}

function writeNotice(text: string) {
  try {
    writeSync(STDERR, text)
  } catch {
    // Standard error may be closed or full too.
  }
}
