import { describe, expect, it } from 'vitest'
import { lines } from '../../../../src/chat/delivery/frames.ts'

function framesOf(pieces: readonly string[], maxLength = 100) {
  const framer = lines.open(maxLength)
  const frames = pieces.flatMap((piece) => [...framer.push(piece)])
  return { frames, rest: framer.rest() }
}

describe('lines', () => {
  it.each([
    ['whole lines', ['a\nb\n'], ['a', 'b'], ''],
    ['a line in pieces', ['a', 'b', 'c\nd'], ['abc'], 'd'],
    ['CRLF that is cut in two', ['a\r', '\nb\r\n'], ['a', 'b'], ''],
    ['blank lines', ['\n \n\na\n\n'], ['a'], ''],
    ['nothing', [], [], ''],
  ])('%s', (_name, pieces, frames, rest) => {
    expect(framesOf(pieces)).toEqual({ frames, rest })
  })

  it('a line of just the maximum is a frame, and a longer one an error, ended or not', () => {
    expect(framesOf(['1234\n'], 4).frames).toEqual(['1234'])
    for (const pieces of [['12345\n'], ['123', '45']]) {
      expect(() => framesOf(pieces, 4)).toThrow(expect.objectContaining({ code: 'too-large' }))
    }
  })

  it('the lines before one that is too long are frames', () => {
    const frames: string[] = []
    expect(() => {
      for (const frame of lines.open(4).push('a\nb\n12345\n')) frames.push(frame)
    }).toThrow()
    expect(frames).toEqual(['a', 'b'])
  })
})
