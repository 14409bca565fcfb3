import type { Agent } from '../../api/answers.ts'
import { platform } from '../platform-client.ts'
import type { detailsOf } from './agent-draft.ts'

const PATH = '/v3/ai-agents/agents'

/**
 * Registers an agent, or changes one. Not by the typed client: it has no way to take away a greeting
 * or an icon, which the service does for `null`.
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
