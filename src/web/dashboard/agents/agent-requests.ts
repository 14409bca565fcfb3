import type { Agent } from '../../api/response-types.ts'
import { platform } from '../platform-client.ts'
import type { detailsOf } from './agent-draft.ts'

const PATH = '/v3/ai-agents/agents'

export async function loadAgent(uid: string, signal: AbortSignal): Promise<Agent> {
  const path = `${PATH}/${encodeURIComponent(uid)}`
  return (await platform.value.request<{ data: Agent }>(path, { signal })).data
}

/**
 * Registers an agent, or changes it if there is a `uid`. Does not use the typed client, which cannot
 * remove a greeting or an icon: the service does that for `null`.
 */
export async function saveAgent(
  uid: string | undefined,
  details: ReturnType<typeof detailsOf>,
): Promise<Agent> {
  const [method, path] =
    uid === undefined
      ? (['POST', PATH] as const)
      : (['PATCH', `${PATH}/${encodeURIComponent(uid)}`] as const)
  return (await platform.value.request<{ data: Agent }>(path, { method, body: details })).data
}
