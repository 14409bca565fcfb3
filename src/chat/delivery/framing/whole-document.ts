import { type Framer, type Framing, tooLong } from './framing.ts'

/** One frame: the whole body. */
export const wholeDocument: Framing = { isStream: false, open: openDocument }

function openDocument(maxLength: number): Framer {
  const chunks: string[] = []
  let length = 0

  return {
    push(text) {
      length += text.length
      if (length > maxLength) throw tooLong(maxLength)
      chunks.push(text)
      return []
    },
    rest: () => chunks.join(''),
  }
}
