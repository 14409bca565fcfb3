import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  conversationId,
  conversationKey,
  type Parties,
} from '../../../src/platform/messages/conversation-key.ts'
import { messages } from '../../../src/storage/schema.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { id } from '../hostile-ids.fixture.ts'

const receiverType = fc.constantFrom('user' as const, 'group' as const)
const parties = fc.record({ sender: id, receiver: id, receiverType })

/** Who takes part, so that two are the same only where these are. */
const received = ({ sender, receiver, receiverType }: Parties) =>
  receiverType === 'group' ? ['group', receiver] : ['user', ...[sender, receiver].toSorted()]

describe('the key of a conversation', () => {
  it('a conversation key is the same whichever party writes', () => {
    fc.assert(
      fc.property(parties, parties, (one, other) => {
        const { sender, receiver, receiverType } = one
        const answer =
          receiverType === 'group' ? one : { sender: receiver, receiver: sender, receiverType }
        expect(conversationKey(answer)).toBe(conversationKey(one))
        const isSame = JSON.stringify(received(one)) === JSON.stringify(received(other))
        expect(conversationKey(one) === conversationKey(other)).toBe(isSame)
      }),
      { numRuns: 2_000 },
    )
  })

  it('the conversation key of the code and of the database are equal', async () => {
    const database = await emptyDatabase()
    const sample = fc.sample(parties, { numRuns: 200, seed: 7 })
    const said = { category: 'message', type: 'text', data: {}, sentAt: 1, updatedAt: 1 }
    for (const one of sample) {
      const [row] = await database
        .insert(messages)
        .values({ ...one, ...said })
        .returning()
      expect(row!.conversationKey).toBe(conversationKey(one))
    }
  })

  it('the conversation key is not the conversationId that callers read, which may collide', () => {
    const receiverType = 'user' as const
    const one = { sender: 'a', receiver: 'b_user_c', receiverType }
    const other = { sender: 'a_user_b', receiver: 'c', receiverType }
    expect(conversationId(one)).toBe('a_user_b_user_c')
    expect(conversationId(other)).toBe('a_user_b_user_c')
    expect(conversationKey(one)).not.toBe(conversationKey(other))
  })
})
