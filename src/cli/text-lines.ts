interface TextLine {
  /** Counted from 1. */
  number: number
  line: string
}

const MAX_CHARACTERS = 1024 * 1024

/** The lines of a text that arrives in chunks, without blank ones. */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = ''
  let number = 0
  async function* chunks() {
    yield* text
    yield '\n'
  }
  for await (const chunk of chunks()) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_CHARACTERS) {
      throw new Error(
        `row ${number + lines.length + 1}: is longer than ${MAX_CHARACTERS} characters`,
      )
    }
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { number, line }
    }
  }
}
