import { describe, expect, it } from 'vitest'
import { runs } from '../../../src/storage/run-schema.ts'
import { text } from '../people.fixture.ts'
import { agentDetails, chatPlatform, lines, recorded, says, waving } from './chat.fixture.ts'

describe('an agent is not asked', () => {
  const asked = async (body: unknown, as = 'ann') => {
    const { fetch, asked } = recorded(says('Hello'))
    const { ask, call, database } = await chatPlatform(fetch)
    if (as === 'helper' || JSON.stringify(body).includes('other')) {
      const other = agentDetails({ uid: 'other', name: 'Other' })
      await call('POST', '/v3/ai-agents/agents', { body: other })
    }
    const { response } = await ask(as, body)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await database.select().from(runs)).toEqual([])
    return asked.length
  }

  it('an agent is not asked by images or custom messages', async () => {
    const attachments = [{ url: 'https://example.com/a.png' }]
    expect(await asked(text('helper', '', { type: 'image', data: { attachments } }))).toBe(0)
    const custom = { category: 'custom', type: 'text', data: { customData: {}, text: 'Hi' } }
    expect(await asked(text('helper', '', custom))).toBe(0)
  })

  it('an agent is not asked by another agent', async () => {
    expect(await asked(text('other', 'Hi'), 'helper')).toBe(0)
  })

  it('an agent is not asked by messages between others', async () => {
    expect(await asked(text('bob', 'Hi @helper'))).toBe(0)
    expect(await asked(text('harbor', 'Hi'))).toBe(0)
  })
})

describe('in a group', () => {
  const join = (uid: string) => ({
    members: { [uid]: { memberId: uid, guid: 'harbor', uid, scope: 'participant' } },
  })

  async function group(...agents: object[]) {
    const { fetch, asked } = recorded(says('Hello'))
    const platform = await chatPlatform(fetch)
    for (const more of agents) {
      await platform.call('POST', '/v3/ai-agents/agents', { body: agentDetails(more) })
    }
    for (const uid of ['helper', ...agents.map((agent) => Object.values(agent)[0])]) {
      await platform.call('POST', '/v3/data_import/members', { body: join(uid) })
    }
    return { ...platform, asked }
  }

  it('the only agent of a group answers, and is told who said what', async () => {
    const { ask, asked } = await group()
    const { events } = await ask('ann', text('harbor', 'Hi'))
    expect(events.at(-1)!.message).toMatchObject({
      ...{ sender: 'helper', receiver: 'harbor', receiverType: 'group' },
      conversationId: 'group_harbor',
    })
    const sender = { uid: 'ann', name: 'ANN' }
    expect(asked[0]).toMatchObject({ cometchatContext: { sender, receiverType: 'group' } })
    expect(asked[0].messages).toEqual([{ role: 'user', content: 'ANN: Hi' }])
    await ask('bob', text('harbor', 'Hello you'))
    expect(asked[1].messages).toEqual([
      { role: 'user', content: 'ANN: Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'BOB: Hello you' },
    ])
  })

  it('an agent sees neither its own mention nor the uids of others', async () => {
    const { ask, asked } = await group()
    await ask('ann', text('harbor', '<@uid:helper> we hit #1, <@uid:bob> and @Helper!'))
    expect(asked[0].messages).toEqual([{ role: 'user', content: 'ANN: we hit #1, @BOB and !' }])
  })

  it('of several agents the mentioned one answers', async () => {
    const { ask } = await group({ uid: 'other', name: 'Other' })
    const answered = async (words: string) => {
      const { events } = await ask('ann', text('harbor', words))
      return events.at(-1)?.message.sender
    }
    expect(await answered('Hi')).toBeUndefined()
    expect(await answered('Hi @other')).toBe('other')
    expect(await answered('<@uid:helper> hi')).toBe('helper')
    expect(await answered('write to me@other')).toBeUndefined()
  })

  it('a banned agent gets no results of its actions', async () => {
    const { fetch, asked } = recorded(lines(waving()), says('Waved.'))
    const { ask, call } = await chatPlatform(fetch)
    await call('POST', '/v3/data_import/members', { body: join('helper') })
    const { events } = await ask('ann', text('harbor', 'Wave!'))
    const { members } = join('helper')
    const banned = { members: { helper: { ...members.helper, isBanned: true } } }
    await call('POST', '/v3/data_import/members', { body: banned })
    const path = `/v3/messages/${events.at(-1)!.message.id}/tool-results`
    const received = await ask('ann', { toolCallId: 'c1', result: 'waved' }, path)
    expect(received.events.map(({ type }) => type)).toEqual(['message', 'notice'])
    expect(asked).toHaveLength(1)
  })
})
