import { checkDeploymentUrl } from './guard/check-deployment-url.ts'

export interface AgentRequest {
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  redirect: 'manual'
  signal: AbortSignal
}

/** The part of a `Response` that a run reads. */
export interface AgentResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/**
 * One call to an agent, past the address guard. It never follows a redirect.
 *
 * @throws AppError `invalid-request` when the guard does not let the address through.
 */
export type AgentFetch = (url: string, request: AgentRequest) => Promise<AgentResponse>

interface Guarded {
  /** Whether agents on this machine or in its network may be called. */
  allowLocal: boolean
  fetch?: typeof globalThis.fetch
}

/**
 * For runtimes without name resolution. The literal address alone is checked: on Workers a call
 * leaves through the platform's own network, from which nothing private can be reached.
 */
export function portableAgentFetch({ allowLocal, fetch = globalThis.fetch }: Guarded): AgentFetch {
  return async (url, request) => fetch(checkDeploymentUrl(url, { allowLocal }), request)
}
