interface TextLine {
  /** Counted from 1. */
  number: number
  line: string
}

const MAX_CHARACTERS = 1024 * 1024

/** The lines of a text that arrives in chunks, without blank ones. */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  const split = lineSplitter()
  for await (const chunk of text) yield* split(chunk)
  yield* split('\n')
}

/** Returns the lines that end in each chunk, without blank ones. */
export function lineSplitter(): (chunk: string) => TextLine[] {
  let rest = ''
  let number = 0
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_CHARACTERS) {
      throw new Error(
        `row ${number + lines.length + 1}: is longer than ${MAX_CHARACTERS} characters`,
      )
    }
    return lines.flatMap((line) => {
      number += 1
      return line.trim() === '' ? [] : [{ number, line }]
    })
  }
}
