import { AppError } from '../../error.ts'
import { requestText } from '../../upstream/request-text.ts'
import type { Requester } from './client-options.ts'

export interface Attempts {
  upstream: string
  /** How many hosts there are to ask. */
  hosts: number
  fetch: typeof globalThis.fetch | undefined
  signal: AbortSignal
  /** For all hosts together. */
  timeoutMs: number
  now(): Date
}

/**
 * Sends the client's requests by our own rules. The client turns to its next host after a failure
 * that it is told of, so it is told of what another host may not have, while there is another.
 * Any other failure is thrown, which ends the search.
 */
export function algoliaRequester({ hosts, timeoutMs, ...rest }: Attempts): Requester {
  let left = hosts

  return {
    async send({ url, method, headers, data }) {
      left -= 1
      const init = { method, headers, body: typeof data === 'string' ? data : null }
      // A host that hangs must leave time for the next one.
      const share = left > 0 ? Math.ceil(timeoutMs / 3) : timeoutMs
      try {
        const { text } = await requestText({ ...rest, url, init, timeoutMs: share })
        return { status: 200, content: text, isTimedOut: false }
      } catch (error) {
        if (left > 0 && isOfOneHost(error)) return { status: 0, content: '', isTimedOut: false }
        throw error
      }
    },
  }
}

function isOfOneHost(error: unknown) {
  return error instanceof AppError && (error.retryable || error.code === 'upstream-timeout')
}
