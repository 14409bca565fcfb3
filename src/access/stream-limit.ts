import { AppError } from '../error.ts'
import { addressGroup } from './address-group.ts'
import type { ClientAddress, Connection } from './client-address.ts'

const RETRY_AFTER_MS = 5_000

interface StreamLimitOptions {
  /** Of one address at a time. */
  maxStreams: number
  clientAddress: ClientAddress
}

/** How many streams one address may have open at once. */
export interface StreamLimit {
  /**
   * Counts a stream until the function that is returned has been called.
   *
   * @throws AppError `rate-limited`
   */
  begin(request: Request, connection?: Connection): () => void
}

/** A rate limit alone does not bound them: a stream lasts as long as its run. */
export function createStreamLimit({ maxStreams, clientAddress }: StreamLimitOptions): StreamLimit {
  const open = new Map<string, number>()

  return {
    begin(request, connection) {
      const key = addressGroup(clientAddress(request, connection))
      const count = open.get(key) ?? 0
      if (count >= maxStreams) throw tooMany(maxStreams)
      open.set(key, count + 1)

      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

function tooMany(maxStreams: number) {
  const message = `Too many streams at once: one address may have ${maxStreams}.`
  return new AppError('rate-limited', message, { retryAfterMs: RETRY_AFTER_MS })
}
