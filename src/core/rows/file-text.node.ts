import { createReadStream } from 'node:fs'
import type { TextFile } from './text-file.ts'

export function textFile(path: string): TextFile {
  return { name: path, text: () => fileText(path) }
}

/**
 * The text of a file, piece by piece.
 *
 * @throws Error that says of the file why it cannot be read, without its name.
 */
export async function* fileText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (...bytes: Parameters<typeof decoder.decode>) => {
    try {
      return decoder.decode(...bytes)
    } catch (cause) {
      throw new Error('is not UTF-8 text', { cause })
    }
  }
  const bytes = createReadStream(path)
  try {
    for await (const piece of bytes) yield decode(piece, { stream: true })
  } catch (cause) {
    // The system's own errors have a code, the decoder's have none.
    const isOfSystem = cause instanceof Error && 'code' in cause
    throw isOfSystem ? new Error(`cannot be read (${cause.message})`, { cause }) : cause
  }
  yield decode()
}
