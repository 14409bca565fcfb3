import { checkDeploymentUrl } from './deployment-url.ts'

export interface AgentRequest {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  redirect: 'manual'
  signal: AbortSignal
}

/** The part of `Response` that a run uses. */
export interface AgentResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/**
 * Sends one request to an agent, after a check of its address. Redirects are not followed.
 *
 * @throws AppError `invalid-request` if the address is not allowed.
 */
export type AgentFetch = (url: string, request: AgentRequest) => Promise<AgentResponse>

interface Guarded {
  /** Whether agents on this machine or in its network may be called. */
  allowLocal: boolean
  fetch?: typeof globalThis.fetch
}

/**
 * For runtimes without name resolution. Only the URL is checked: on Workers, requests leave through
 * Cloudflare's network, which cannot reach private addresses.
 */
export function portableAgentFetch({ allowLocal, fetch = globalThis.fetch }: Guarded): AgentFetch {
  return async (url, request) => fetch(checkDeploymentUrl(url, { allowLocal }), request)
}
