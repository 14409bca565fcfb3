import { createReadStream } from 'node:fs'
import { errorMessage } from '../error.ts'
import { textDecoder } from './decode-text.ts'
import type { TextFile } from './rows.ts'

export function textFile(path: string): TextFile {
  return { name: path, text: () => fileText(path) }
}

/**
 * The text of a file in chunks.
 *
 * @throws Error that says why the file cannot be read, without naming it.
 */
export async function* fileText(path: string): AsyncGenerator<string> {
  const decode = textDecoder()
  for await (const bytes of fileBytes(path)) yield decode(bytes)
  yield decode()
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (cause) {
    throw new Error(`cannot be read (${errorMessage(cause)})`, { cause })
  }
}
