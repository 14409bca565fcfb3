import { describe, expect, it } from 'vitest'
import { ReactionText } from '../../../src/chat/reaction/reaction.ts'

describe('ReactionText', () => {
  it.each([
    ...[':smile:', ':smile', ':+1:', '👍', '👍🏽', '❤️', '🇩🇪', '1️⃣', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ])('%j is a reaction', (text) => {
    expect(ReactionText.safeParse(text).success).toBe(true)
  })

  it.each(['', 'smile', ': smile:', '👍👍', '👍 ', 'a👍', '🇩', '\u200D', ':'.repeat(46)])(
    '%j is no reaction',
    (text) => {
      expect(ReactionText.safeParse(text).success).toBe(false)
    },
  )
})
