import { checkPublicUrl } from './public-url.ts'

export interface GuardedRequest {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  redirect: 'manual'
  signal: AbortSignal
}

/** The part of `Response` that is used. */
export interface GuardedResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/**
 * Sends one request to an address that a user gave, after a check of it. Redirects are not followed.
 *
 * @throws AppError `invalid-request` if the address is not allowed.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>

interface Guarded {
  /** Whether addresses on this machine or in its network may be called. */
  allowLocal: boolean
  fetch?: typeof globalThis.fetch
}

/**
 * For runtimes without name resolution. Only the URL is checked: on Workers, requests leave through
 * Cloudflare's network, which cannot reach private addresses.
 */
export function portableFetch({ allowLocal, fetch = globalThis.fetch }: Guarded): GuardedFetch {
  return async (url, request) => fetch(checkPublicUrl(url, { allowLocal }), request)
}
