import { describe, expect, it } from 'vitest'
import { ask } from '../converse.ts'

describe('the reason for confetti', () => {
  it.each([
    ['we hit 10 downloads, confetti please', 'we hit 10 downloads'],
    ['confetti for our 100th customer please!', 'our 100th customer'],
    ['Could you make it rain confetti, we got funded', 'we got funded'],
    ["throw confetti for Kate, she's a partner now", "Kate, she's a partner"],
    ['can you throw confetti because it is Friday', 'it is Friday'],
    ['please celebrate our launch with confetti', 'our launch'],
    ["fire the confetti, it's my birthday", "it's my birthday"],
    ['we hit #1!', 'we hit #1'],
  ])('%s', async (message, reason) => {
    const { calls } = await ask(message)
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input: { reason } }])
  })

  it.each([
    'confetti!',
    'throw some pink confetti for it pls',
    "i'd love some confetti right now",
    'may I see 300 pieces of confetti',
    'yo bot confetti time',
    '🎉',
  ])('is not the request itself: %s', async (message) => {
    const { calls, text } = await ask(message)
    expect(calls).toMatchObject([{ input: { reason: 'celebration' } }])
    expect(text).toBe('🎉 Hooray!')
  })

  it.each([
    [
      'we got a 5 star review, throw confetti!',
      { particleCount: 200, shapes: ['square', 'circle'] },
    ],
    ['I finally left that job, throw confetti', { origin: { x: 0.5, y: 0.5 } }],
    ['my team won, gold confetti please', { reason: 'my team won', colors: ['#ffd700'] }],
  ])('says nothing about how it is thrown: %s', async (message, input) => {
    const { calls } = await ask(message)
    expect(calls).toMatchObject([{ toolName: 'triggerConfetti', input }])
  })

  it('looks up a winner that is celebrated', async () => {
    const { calls } = await ask('Celebrate the best launch of this month with confetti')
    expect(calls).toMatchObject([
      { toolName: 'getTopProductsByTimeframe', input: { timeframe: 'this_month', limit: 1 } },
      { toolName: 'triggerConfetti' },
    ])
  })
})
