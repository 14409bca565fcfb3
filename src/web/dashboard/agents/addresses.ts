export const AGENTS_ADDRESS = '/dashboard/agents'
export const NEW_AGENT_ADDRESS = `${AGENTS_ADDRESS}?new`

export function agentAddress(uid: string): string {
  return `${AGENTS_ADDRESS}?agent=${encodeURIComponent(uid)}`
}
