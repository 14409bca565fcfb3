import { setTimeout as sleep } from 'node:timers/promises'
import SonicBoom from 'sonic-boom'

const STDOUT = 1
/** The buffer while the log cannot be written. Further records are dropped. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const CLOSE_TIMEOUT_MS = 1_000

export interface LogOutput {
  write(line: string): void
  /** Waits briefly for a reader that is behind. */
  close(): Promise<void>
}

/**
 * Writes log lines to standard output. A reader that has left or pauses and a disk that is full cost
 * log records, never the service: each new record is another attempt to write.
 */
export function logOutput(): LogOutput {
  let isExiting = false
  const output = new SonicBoom({
    fd: STDOUT,
    maxLength: MAX_BUFFERED_BYTES,
    retryEAGAIN: () => !isExiting,
  })
  output.on('error', () => {})
  // Makes pipes non-blocking. An error of other writers must not end the process either.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('exit', () => {
    isExiting = true
    try {
      output.flushSync()
    } catch {
      // There is nobody to tell.
    }
  })

  return {
    write: (line) => void output.write(line),
    async close() {
      const flushed = new Promise<void>((resolve) => output.flush(() => resolve()))
      await Promise.race([flushed, sleep(CLOSE_TIMEOUT_MS)])
    },
  }
}
