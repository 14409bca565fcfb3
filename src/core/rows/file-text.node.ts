import { createReadStream } from 'node:fs'
import { errorCode, errorMessage } from '../error.ts'
import type { TextFile } from './text-file.ts'

export function textFile(path: string): TextFile {
  return { name: path, text: () => fileText(path) }
}

/**
 * The text of a file in chunks.
 *
 * @throws Error that says why the file cannot be read, without naming it.
 */
export async function* fileText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (...bytes: Parameters<typeof decoder.decode>) => {
    try {
      return decoder.decode(...bytes)
    } catch (cause) {
      throw new Error('must be UTF-8 text', { cause })
    }
  }
  const bytes = createReadStream(path)
  try {
    for await (const chunk of bytes) yield decode(chunk, { stream: true })
  } catch (cause) {
    if (errorCode(cause) === undefined) throw cause
    throw new Error(`cannot be read (${errorMessage(cause)})`, { cause })
  }
  yield decode()
}
