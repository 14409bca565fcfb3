import { describe, expect, it } from 'vitest'
import { serverSentEvents } from '../../../../src/chat/delivery/frames.ts'

function framesOf(pieces: readonly string[], maxLength = 100) {
  const framer = serverSentEvents.open(maxLength)
  const frames = pieces.flatMap((piece) => [...framer.push(piece)])
  return { frames, rest: framer.rest() }
}

describe('serverSentEvents', () => {
  it.each([
    ['the data of events', ['data: a\n\ndata: b\n\n'], ['a', 'b'], ''],
    ['data of several lines', ['data: a\ndata: b\n\n'], ['a\nb'], ''],
    ['an event in pieces', ['da', 'ta: a\n', '\n'], ['a'], ''],
    ['comments and other fields', [': ping\n\nevent: x\nid: 1\ndata: a\n\n'], ['a'], ''],
    ['events without data', ['event: x\n\ndata:\n\n'], [], ''],
    [
      'lines ended by CR and LF, in pieces',
      ['data: a\r', '\ndata: b\r\n\r', '\ndata: c\r\r'],
      ['a\nb', 'c'],
      '',
    ],
    ['an event that is not ended', ['data: a\n\ndata: b'], ['a'], 'b'],
  ])('%s', (_name, pieces, frames, rest) => {
    expect(framesOf(pieces)).toEqual({ frames, rest })
  })

  it.each([
    ['in one piece', [`data: ${'x'.repeat(200)}\n\n`]],
    ['without an end', Array(50).fill('data: xxxxxxxx')],
  ])('an event that is too long is an error, %s', (_name, pieces) => {
    expect(() => framesOf(pieces)).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
