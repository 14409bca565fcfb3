import { describe, expect, it, vi } from 'vitest'
import {
  event,
  finish,
  inTurn,
  sends,
  sendsThenLeaves,
  text,
  toolCall,
} from '../helper/model-server.ts'
import { type Answer, hang, reply, replyPage } from '../helper/upstream-server.ts'
import { hurryClock, SOON, service, upstream, withHost } from './hosted-model.fixture.ts'

withHost()

describe('createModelClient() with a fallback', () => {
  const env = { MODEL_FALLBACK: 'embedded' }
  const NOTICE = /^The hosted language model does not answer right now, so the embedded one does\./

  it.each<[string, Answer]>([
    ['refuses', reply('{}', 401)],
    ['had an internal error', reply('{}', 500, SOON)],
    ['answers with a page', replyPage(200)],
    ['sends what is no JSON', sends(event('{"a'), finish())],
  ])(
    'MODEL_FALLBACK: the embedded model answers, and is named, when the hosted model %s',
    async (_what, answer) => {
      upstream.answerWith(answer)
      const { ask, logged } = service({ env })
      const { said, types } = await ask('top 3 today')
      expect(said).toMatch(NOTICE)
      expect(said.match(new RegExp(NOTICE.source.slice(1), 'g'))).toHaveLength(1)
      expect(types).toContain('tool_result')
      expect(types.at(-1)).toBe('done')
      expect(logged('model-fallback')).toMatchObject([{ level: 'warn', code: 'upstream-failed' }])
      expect(logged('run')).toMatchObject([{ outcome: 'finished', steps: 2 }])
    },
  )

  it('MODEL_FALLBACK: the embedded model answers when the hosted model is silent for too long', async () => {
    hurryClock(20_000)
    upstream.answerWith(hang)
    const { said } = await service({ env }).ask('hello')
    vi.useRealTimers()
    expect(said).toMatch(NOTICE)
    for (const { closed } of upstream.questions) await closed
  })

  it('MODEL_FALLBACK: the embedded model continues from tool results of the hosted model', async () => {
    const call = sends(toolCall('getTopProducts', '{"limit":2}'), finish('tool_calls'))
    upstream.answerWith(inTurn(call, reply('{}', 403)))
    const { said, types } = await service({ env }).ask('top 2 of all time')
    expect(said).toMatch(NOTICE)
    expect(said).toMatch(/1\. .*\n2\. /)
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(1)
  })

  it('MODEL_FALLBACK: an answer that the hosted model has begun is not taken over', async () => {
    upstream.answerWith(sendsThenLeaves(text('Loom is')))
    const { said, types } = await service({ env }).ask()
    expect(said).toBe('Loom is')
    expect(types.at(-1)).toBe('error')
  })

  it('MODEL_FALLBACK: a hosted model that answers is used alone', async () => {
    upstream.answerWith(sends(text('Loom.'), finish()))
    const { ask, logged } = service({ env })
    expect((await ask()).said).toBe('Loom.')
    expect(logged('model-fallback')).toEqual([])
  })
})
