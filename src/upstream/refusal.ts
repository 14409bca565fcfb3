import { AppError } from '../error.ts'
import { readCapped } from './read-capped.ts'
import { retryAfterMs } from './retry-after.ts'
import { unreadable } from './unreadable.ts'

/** Reads a wait from a refusal's headers or its body, in the upstream's own way. */
export type OwnWait = (refusal: { headers: Headers; body: string }) => number | undefined

interface Refused {
  upstream: string
  now(): Date
  ownWait?: OwnWait | undefined
}

/** Room for what a rate limit has to say. */
const MOST_BYTES = 16 * 1024

/** The failure that an answer without success stands for. */
export async function refusal(response: Response, refused: Refused): Promise<AppError> {
  const { status, headers } = response
  const { upstream, now } = refused
  const cause = new Error(`status ${status}`)

  if (status === 429) return rateLimited(upstream, await rateLimitWait(response, refused), cause)
  // A challenge for browsers says nothing of our credentials.
  if (status === 403 && isPage(headers)) return unreadable(upstream, 'status 403 with a page')
  if (status === 401 || status === 403) return credentialsRefused(upstream, cause)
  if (status >= 500) {
    const wait = status === 503 ? retryAfterMs(headers, now()) : undefined
    const message = `${upstream} has a problem of its own.`
    return new AppError('upstream-failed', message, { cause, retryable: true, retryAfterMs: wait })
  }
  if (status < 400) {
    return new AppError('upstream-failed', `${upstream} sent us to another address.`, { cause })
  }
  return new AppError('upstream-failed', `${upstream} refused the question.`, { cause })
}

export function rateLimited(upstream: string, retryAfterMs: number | undefined, cause: Error) {
  const message = `${upstream} takes no more questions from us for now.`
  return new AppError('upstream-unavailable', message, { cause, retryAfterMs })
}

export function credentialsRefused(upstream: string, cause: Error) {
  return new AppError('upstream-failed', `${upstream} did not accept our credentials.`, { cause })
}

async function rateLimitWait(response: Response, { upstream, now, ownWait }: Refused) {
  const { headers } = response
  const wait = retryAfterMs(headers, now())
  if (wait !== undefined || !ownWait) return wait
  // A body that cannot be had changes nothing about the limit.
  const body = await readCapped(response, { upstream, maxBytes: MOST_BYTES }).catch(() => '')
  return ownWait({ headers, body })
}

function isPage(headers: Headers) {
  return headers.get('content-type')?.includes('html') === true
}
