import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { agentDetails } from '../answers/chat.fixture.ts'

describe("an agent's profile", () => {
  it('users see the greeting and the suggestions of an agent, and not its address', async () => {
    const { call, signIn } = await testPlatform()
    const integrationMeta = {
      baseUrl: 'https://agents.example.com/secret-path',
      agentId: 'secret-id',
      headers: { authorization: 'Bearer secret-token' },
    }
    const metaData = {
      greetingMessage: 'Ahoy!',
      introductoryMessage: 'I rank launches.',
      suggestedMessages: ['top 3 today'],
    }
    const more = { uid: 'helper', name: 'Helper', icon: 'https://example.com/i.png', metaData }
    await call('POST', '/v3/ai-agents/agents', {
      body: agentDetails({ ...more, integrationMeta, isActive: false }),
    })
    await call('POST', '/v3/users', { body: { uid: 'ann', name: 'Ann' } })
    const token = await signIn('ann')
    const { body } = await call('GET', '/v3/ai-agents/profiles/HELPER', { token })
    expect(body.data).toEqual({
      uid: 'helper',
      name: 'Helper',
      icon: 'https://example.com/i.png',
      isActive: false,
      ...metaData,
    })
    await call('PATCH', '/v3/ai-agents/agents/helper', { body: { isActive: true } })
    const list = await call('GET', '/v3/ai-agents/profiles', { token })
    expect(list.body.data).toEqual([{ ...body.data, isActive: true }])
    expect(JSON.stringify([body, list.body])).not.toMatch(/secret|agents\.example/)
    const nobody = await call('GET', '/v3/ai-agents/profiles/ann', { token })
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'ERR_AGENT_NOT_FOUND'])
  })
})
