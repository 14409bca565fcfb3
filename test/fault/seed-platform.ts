import { post } from '../helper/test-services.ts'

export const API_KEY = 'fault-suite-full-access-key'

/** A token has so many calls a minute: several have enough. */
const TOKENS = 8

/**
 * People, a group, messages, an action and an agent, so that requests meet something. Returns auth
 * tokens of a user whom no generated request names, so that none of them is revoked.
 */
export async function seedPlatform(url: string, agentUrl: string): Promise<string[]> {
  const send = async (path: string, body: unknown, onBehalfOf?: string) => {
    const headers = { apikey: API_KEY, ...(onBehalfOf && { onBehalfOf }) }
    const response = await fetch(`${url}/v3${path}`, post(body, headers))
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }

  for (const uid of ['ann', 'bob', 'a_user_b', 'signed-in'])
    await send('/users', { uid, name: uid })
  await send('/groups', { guid: 'harbor', name: 'Harbor', type: 'public', owner: 'ann' })
  await send('/groups/harbor/members', { admins: ['signed-in'] })
  await send('/ai-agents/tools', {
    name: 'triggerConfetti',
    displayName: 'Confetti',
    description: 'Throws confetti.',
    parameters: { type: 'object', properties: { particleCount: { type: 'integer' } } },
  })
  await send('/ai-agents/agents', {
    uid: 'ranker',
    name: 'Ranker',
    isActive: true,
    integrateWith: 'crewai',
    integrationMeta: { baseUrl: agentUrl, agentId: 'ranking' },
  })
  for (let at = 0; at < 10; at += 1) {
    const data = { text: `Message ${at}` }
    await send('/messages', { receiver: 'bob', receiverType: 'user', data }, 'ann')
  }
  const signIn = () => send('/users/signed-in/auth_tokens', {})
  const signedIn = await Promise.all(Array.from({ length: TOKENS }, signIn))
  return signedIn.map(({ authToken }) => authToken)
}
