import { describe, expect, it } from 'vitest'
import { SPLITTERS } from '../../../src/platform/delivery/frames.ts'
import type { Framing } from '../../../src/wires/event-table.ts'

function framesOf(framing: Framing, pieces: readonly string[], maxLength = 100) {
  const framer = SPLITTERS[framing].open(maxLength)
  const frames = pieces.flatMap((piece) => [...framer.push(piece)])
  return { frames, rest: framer.rest() }
}

describe('the frames of a response', () => {
  it.each<[string, Framing, string[], string[], string]>([
    ['whole lines', 'lines', ['a\nb\n'], ['a', 'b'], ''],
    ['a line in pieces', 'lines', ['a', 'b', 'c\nd'], ['abc'], 'd'],
    ['CRLF that is cut in two', 'lines', ['a\r', '\nb\r\n'], ['a', 'b'], ''],
    ['blank lines', 'lines', ['\n \n\na\n\n'], ['a'], ''],
    ['no lines', 'lines', [], [], ''],
    ['the data of events', 'events', ['data: a\n\ndata: b\n\n'], ['a', 'b'], ''],
    ['data of several lines', 'events', ['data: a\ndata: b\n\n'], ['a\nb'], ''],
    ['an event in pieces', 'events', ['da', 'ta: a\n', '\n'], ['a'], ''],
    ['other fields', 'events', [': ping\n\nevent: x\nid: 1\ndata: a\n\n'], ['a'], ''],
    ['events without data', 'events', ['event: x\n\ndata:\n\n'], [], ''],
    [
      'events whose lines end in CR and LF, in pieces',
      'events',
      ['data: a\r', '\ndata: b\r\n\r', '\ndata: c\r\r'],
      ['a\nb', 'c'],
      '',
    ],
    ['an event that is not ended', 'events', ['data: a\n\ndata: b'], ['a'], 'b'],
    ['a whole document', 'document', ['{"a":', '1}\n\n'], [], '{"a":1}\n\n'],
  ])('%s', (_name, framing, pieces, frames, rest) => {
    expect(framesOf(framing, pieces)).toEqual({ frames, rest })
  })

  it.each<[string, Framing, string[]]>([
    ['a line', 'lines', ['12345\n']],
    ['a line without an end', 'lines', ['123', '45']],
    ['an event', 'events', [`data: ${'x'.repeat(200)}\n\n`]],
    ['an event without an end', 'events', Array(50).fill('data: xxxxxxxx')],
    ['a document', 'document', ['1234', '5']],
  ])('%s that is too long is an error', (_name, framing, pieces) => {
    const tooLarge = expect.objectContaining({ code: 'too-large' })
    expect(() => framesOf(framing, pieces, 4)).toThrow(tooLarge)
  })

  it('a line of just the maximum is a frame, as are those before one that is too long', () => {
    expect(framesOf('lines', ['1234\n'], 4).frames).toEqual(['1234'])
    const frames: string[] = []
    expect(() => {
      for (const frame of SPLITTERS.lines.open(4).push('a\nb\n12345\n')) frames.push(frame)
    }).toThrow()
    expect(frames).toEqual(['a', 'b'])
  })
})
