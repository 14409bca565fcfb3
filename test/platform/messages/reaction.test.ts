import { describe, expect, it } from 'vitest'
import { ReactionText } from '../../../src/platform/messages/reaction.ts'

describe('ReactionText', () => {
  it.each([
    ...[':smile:', ':smile', ':+1:', '👍', '👍🏽', '❤️', '🇩🇪', '1️⃣', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ])('%j is a reaction', (text) => {
    expect(ReactionText.safeParse(text).success).toBe(true)
  })

  it.each([
    [['❤', '❤\uFE0F', '❤\uFE0E'], '❤\uFE0F'],
    [['👍', '👍\uFE0F'], '👍'],
    [['1\u20E3', '1\uFE0F\u20E3'], '1\uFE0F\u20E3'],
    [['👩\u200D❤\u200D👨', '👩\u200D❤\uFE0F\u200D👨'], '👩\u200D❤\uFE0F\u200D👨'],
    [['⛹🏿\u200D♂', '⛹🏿\u200D♂\uFE0F'], '⛹🏿\u200D♂\uFE0F'],
    [['✌🏽'], '✌🏽'],
    [['👍🏽'], '👍🏽'],
    [['🇩🇪'], '🇩🇪'],
    [[':+1:', ':+1:'], ':+1:'],
    [[':8ball:'], ':8ball:'],
  ])('%j is one reaction, with or without variation selectors', (spellings, reaction) => {
    for (const text of spellings) expect(ReactionText.parse(text)).toBe(reaction)
  })

  it.each(['', 'smile', ': smile:', '👍👍', '👍 ', 'a👍', '🇩', '\u200D', ':'.repeat(46)])(
    '%j is no reaction',
    (text) => {
      expect(ReactionText.safeParse(text).success).toBe(false)
    },
  )
})
