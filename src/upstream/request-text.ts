import { networkFault } from './network-fault.ts'
import { readCapped } from './read-capped.ts'
import { type OwnWait, refusal } from './refusal.ts'
import { withTimeLimit } from './time-limit.ts'

export interface TextRequest {
  /** The upstream's name as people know it. */
  upstream: string
  url: string
  init?: RequestInit
  fetch?: typeof globalThis.fetch | undefined
  signal?: AbortSignal | undefined
  /** For the whole exchange: connection, headers and body. */
  timeoutMs?: number | undefined
  maxBytes?: number
  now?: (() => Date) | undefined
  /** Is shown the headers of every answer, those of a refusal too. */
  onHeaders?(headers: Headers): void
  /** How an upstream that limits our rate says when to come back, besides `Retry-After`. */
  ownWait?: OwnWait
}

export interface TextAnswer {
  text: string
  headers: Headers
}

/** Fits in the patience of somebody who waits for an answer of ours. */
export const TIMEOUT_MS = 8_000
const MOST_BYTES = 2 * 1024 * 1024

/**
 * One call to another service, never repeated and never redirected.
 *
 * @throws AppError that says in which of the many ways it failed.
 * @throws the signal's own reason when the caller left.
 */
export function requestText(request: TextRequest): Promise<TextAnswer> {
  const { upstream, signal, timeoutMs = TIMEOUT_MS } = request
  return withTimeLimit({ upstream, timeoutMs, signal }, (limited) => exchange(request, limited))
}

async function exchange(request: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
  const { upstream, maxBytes = MOST_BYTES, now = () => new Date(), ownWait, onHeaders } = request
  const response = await send(request, signal)
  const { headers } = response
  onHeaders?.(headers)

  if (!response.ok) throw await refusal(response, { upstream, now, ownWait })
  return { text: await readCapped(response, { upstream, maxBytes }), headers }
}

async function send({ upstream, url, init, ...rest }: TextRequest, signal: AbortSignal) {
  // The Workers runtime refuses to have it called as a property.
  const { fetch = globalThis.fetch } = rest
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal })
  } catch (error) {
    throw networkFault(`${upstream} could not be reached.`, error)
  }
}
