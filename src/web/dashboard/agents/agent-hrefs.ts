export const AGENTS_HREF = '/dashboard/agents'
export const NEW_AGENT_HREF = `${AGENTS_HREF}?new`

export function agentHref(uid: string): string {
  return `${AGENTS_HREF}?agent=${encodeURIComponent(uid)}`
}
