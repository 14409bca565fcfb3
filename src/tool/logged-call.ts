import { elapsedMs } from '../elapsed-ms.ts'
import { AppError } from '../error.ts'
import type { Log } from '../log.ts'
import type { Caller } from '../source/source.ts'

interface CallOptions {
  /** Says already which call it is. */
  log: Log
  caller: Caller
}

/**
 * A call of a tool, which leaves one record in the log. What is thrown reaches whoever called in
 * its own words, so only a failure we know leaves here, or the abort of a caller who left.
 */
export async function loggedCall<Output>(
  call: () => Promise<Output>,
  { log, caller }: CallOptions,
) {
  const started = performance.now()
  const record = (outcome: string) => ({ ms: elapsedMs(started), outcome })
  try {
    const output = await call()
    log.info('tool-call', record('finished'))
    return output
  } catch (error) {
    if (caller.signal?.aborted) {
      log.info('tool-call', record('cancelled'))
      throw error
    }
    const failure = AppError.from(error)
    log.warn('tool-call', { ...record('failed'), code: failure.code, error: failure.cause })
    throw failure
  }
}
