const MAX_CHARACTERS = 1024 * 1024

/**
 * The lines of a text that arrives in chunks, without blank ones. They end at line feeds alone: JSON
 * may have the other separators within its texts.
 */
export async function* textLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_CHARACTERS) {
      throw new Error(`A line is longer than ${MAX_CHARACTERS} characters.`)
    }
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}
