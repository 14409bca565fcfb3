import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/client/client.ts'
import {
  EMPTY,
  mergeMessages,
  toMessages,
} from '../../../src/web/platform-chat/conversation-state.ts'

const VIEWER = { isSelf: () => false, nameOf: (uid: string) => uid, canSendResults: false }
const CALL = { toolCallId: 'c1', toolName: 'wave', input: {}, fault: null }
/** A message, as far as it matters here. */
const message = (id: string, part: object) => ({ id, ...part }) as Message
const answer = (id: string, text: string, toolCalls: object[] = [], more: object = {}) =>
  message(id, { runId: `run-${id}`, data: { text, answer: { toolCalls } }, ...more })

describe('the messages that are shown', () => {
  it('results of calls and empty answers are not shown as messages', () => {
    const state = mergeMessages(EMPTY, [
      message('1', { data: { text: 'Wave!' } }),
      answer('2', '', [CALL]),
      message('3', { category: 'custom', type: 'tool-result', data: { customData: {} } }),
      answer('4', ''),
      answer('10', 'Waved.'),
      message('5', { category: 'custom', type: 'location', data: {} }),
      answer('6', '', [], { data: {}, deletedAt: 1 }),
    ])
    expect(toMessages(state, VIEWER).map(({ id }) => id)).toEqual(['1', '2', '5', '6', '10'])
  })
})
