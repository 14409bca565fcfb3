import { describe, expect, it } from 'vitest'
import { text } from '../people.fixture.ts'
import { agentDetails, chatPlatform, recorded, says, WAVE } from './chat.fixture.ts'

describe('conversationHistory()', () => {
  it('an agent is sent the conversation, stable and fresh ids, and its actions', async () => {
    const { fetch, asked } = recorded(says('One'), says('Two'))
    const agent = agentDetails({ actions: ['wave'] }, { headers: { 'X-API-Key': 'secret' } })
    const { ask } = await chatPlatform(fetch, {}, agent)
    await ask('ann', text('helper', 'First'))
    await ask('ann', text('helper', 'Second'))
    await ask('bob', text('helper', 'Other'))

    const { name, description, parameters } = WAVE
    expect(asked[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'One' },
        { role: 'user', content: 'Second' },
      ],
      tools: [{ name, description, parameters }],
      headers: { 'x-api-key': 'secret' },
    })
    expect(asked[2].messages).toHaveLength(1)
    expect(asked[0].thread_id).toBe(asked[1].thread_id)
    expect(asked[0].thread_id).not.toBe(asked[2].thread_id)
    expect(new Set(asked.map(({ run_id }) => run_id)).size).toBe(3)
  })

  it('the conversation that is sent along is limited', async () => {
    const { fetch, asked } = recorded(says('x'.repeat(6_000)))
    const { ask } = await chatPlatform(fetch)
    for (let at = 0; at < 12; at += 1) await ask('ann', text('helper', `${at}`))
    const { messages } = asked.at(-1)
    expect(messages.at(-1)).toEqual({ role: 'user', content: '11' })
    expect(messages.length).toBeGreaterThan(8)
    expect(JSON.stringify(messages).length).toBeLessThan(40_000)
  })
})
