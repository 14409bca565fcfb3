import { post } from '../helper/test-services.ts'
import { API_KEY } from './service.ts'

/** People, a group, messages, an action and an agent, so that requests meet something. */
export async function seedPlatform(url: string, agentUrl: string): Promise<void> {
  const send = async (path: string, body: unknown, onBehalfOf?: string) => {
    const headers = { apikey: API_KEY, ...(onBehalfOf && { onBehalfOf }) }
    const response = await fetch(`${url}/v3${path}`, post(body, headers))
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }

  for (const uid of ['ann', 'bob', 'a_user_b']) await send('/users', { uid, name: uid })
  await send('/groups', { guid: 'harbor', name: 'Harbor', type: 'public', owner: 'ann' })
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
}
