import { describe, expect, it } from 'vitest'
import { wholeDocument } from '../../../../src/chat/delivery/frames.ts'

describe('wholeDocument', () => {
  it('an answer is one frame, once it is over', () => {
    const framer = wholeDocument.open(10)
    expect([...framer.push('{"a":'), ...framer.push('1}\n\n')]).toEqual([])
    expect(framer.rest()).toBe('{"a":1}\n\n')
  })

  it('an answer that is too long is an error', () => {
    const framer = wholeDocument.open(4)
    framer.push('1234')
    expect(() => framer.push('5')).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
