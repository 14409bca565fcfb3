import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import SonicBoom from 'sonic-boom'
import { errorCode } from '../core/error.ts'

const STDOUT = 1
const STDERR = 2

/** The buffer while the log cannot be written. Further records are dropped and counted. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const RETRY_MS = 1_000
const CLOSE_TIMEOUT_MS = 1_000

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
 * Writes log lines to standard output. The rest is written on exit.
 *
 * `process.stdout` would buffer without limit for a paused reader, and stop after its first error. Here
 * a full pipe, a full disk and a closed reader are the same: buffer up to a limit, and try again later.
 */
export function logOutput({ onDropped }: LogOutputOptions): LogOutput {
  let dropped = 0
  let failedWith: string | undefined
  let isExiting = false
  let isRetrying = false

  // Makes pipes non-blocking. An error of other writers must not end the process either.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  const output = new SonicBoom({
    fd: STDOUT,
    maxLength: MAX_BUFFERED_BYTES,
    retryEAGAIN: () => !isExiting,
  })
  output.on('drop', () => {
    dropped += 1
  })
  output.on('error', (error) => {
    const code = errorCode(error) ?? 'unknown'
    if (code !== failedWith) {
      writeNotice(`The log cannot be written (${code}). The service continues and tries again.\n`)
    }
    failedWith = code
    if (!isRetrying) setTimeout(tryAgain, RETRY_MS).unref()
    isRetrying = true
  })
  const tryAgain = () => {
    isRetrying = false
    output.flush()
  }
  output.on('drain', () => {
    failedWith = undefined
    const records = dropped
    dropped = 0
    if (records > 0) onDropped(records)
  })
  process.on('exit', () => {
    isExiting = true
    attempt(() => output.flushSync())
  })

  return {
    write: (line) => void output.write(line),
    async close() {
      const flushed = new Promise<void>((resolve) => output.flush(() => resolve()))
      await Promise.race([flushed, sleep(CLOSE_TIMEOUT_MS)])
    },
  }
}

/** Standard error may be closed or full too. */
function writeNotice(text: string) {
  attempt(() => writeSync(STDERR, text))
}

function attempt(work: () => void) {
  try {
    work()
  } catch {
    // There is nobody to tell.
  }
}
