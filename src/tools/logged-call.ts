import { elapsedMs } from '../core/elapsed-ms.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { upstreamReason } from '../core/upstream/upstream-error.ts'
import type { Cancellable } from '../sources/source.ts'

interface CallOptions {
  /** With the ids of the call in each record. */
  log: Log
  caller: Cancellable
}

/**
 * Runs a tool call and logs it as one record. The caller sees the message of an error, so only an
 * `AppError` is thrown, or the abort of a caller that has disconnected.
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
    const { code, cause } = failure
    log.warn('tool-call', { ...record('failed'), code, error: upstreamReason(failure) ?? cause })
    throw failure
  }
}
