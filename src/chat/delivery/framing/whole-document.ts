import type { Framer, Framing } from './framing.ts'
import { tooLong } from './too-long.ts'

/** One frame: all of it. */
export const wholeDocument: Framing = { isStream: false, open: openDocument }

function openDocument(maxLength: number): Framer {
  const pieces: string[] = []
  let length = 0

  return {
    push(text) {
      length += text.length
      if (length > maxLength) throw tooLong(maxLength)
      pieces.push(text)
      return []
    },
    rest: () => pieces.join(''),
  }
}
