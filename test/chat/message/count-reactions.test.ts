import { describe, expect, it } from 'vitest'
import { reactionsByMessage } from '../../../src/chat/message/describe-messages.ts'

describe('reactionsByMessage()', () => {
  it('the counts of a message keep their order, and say which of them the reader gave', () => {
    const counted = [
      { messageId: 1, reaction: '👍', count: 3, isMine: 0 },
      { messageId: 2, reaction: '👍', count: 1, isMine: 1 },
      { messageId: 1, reaction: ':heart:', count: 1, isMine: 1 },
    ]
    expect(reactionsByMessage(counted)).toEqual(
      new Map([
        [
          1,
          [
            { reaction: '👍', count: 3 },
            { reaction: ':heart:', count: 1, reactedByMe: true },
          ],
        ],
        [2, [{ reaction: '👍', count: 1, reactedByMe: true }]],
      ]),
    )
  })
})
