import type { Framer, Framing } from './framing.ts'
import { tooLong } from './too-long.ts'

/** One frame a line; blank lines say nothing. */
export const lines: Framing = { isStream: true, open: openLines }

function openLines(maxLength: number): Framer {
  // Kept apart until the line is whole: to join them with each piece would cost its square.
  let pieces: string[] = []
  let length = 0

  const add = (piece: string) => {
    length += piece.length
    if (length > maxLength) throw tooLong(maxLength)
    pieces.push(piece)
  }
  const take = () => {
    const line = pieces.join('').trim()
    pieces = []
    length = 0
    return line
  }

  return {
    *push(text) {
      let from = 0
      for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
        add(text.slice(from, to))
        from = to + 1
        const line = take()
        if (line) yield line
      }
      add(text.slice(from))
    },
    rest: take,
  }
}
