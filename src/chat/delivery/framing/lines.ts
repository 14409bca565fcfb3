import { type Framer, type Framing, tooLong } from './framing.ts'

/** One frame per line. Blank lines are skipped. */
export const lines: Framing = { isStream: true, open: openLines }

function openLines(maxLength: number): Framer {
  // Joined once per line: joining them with every chunk would take quadratic time.
  let parts: string[] = []
  let length = 0

  const add = (part: string) => {
    length += part.length
    if (length > maxLength) throw tooLong(maxLength)
    parts.push(part)
  }
  const take = () => {
    const line = parts.join('').trim()
    parts = []
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
