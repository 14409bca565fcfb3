export interface TextLine {
  /** From 1. */
  number: number
  line: string
}

const MOST_CHARACTERS = 1024 * 1024

/** Lines, whatever pieces they come in; the blank ones are left out. */
export async function* textLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { number, line }
    }
    if (rest.length > MOST_CHARACTERS) throw new Error(`row ${number + 1}: is too long`)
  }
  if (rest.trim() !== '') yield { number: number + 1, line: rest }
}
