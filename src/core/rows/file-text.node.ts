import { readFile, stat } from 'node:fs/promises'
import { errorMessage } from '../error.ts'
import { checkSize } from './decode-text.ts'

/** @throws Error that says why the file cannot be read, without naming it. */
export async function fileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(path).catch(unreadable)
  checkSize(size)
  return readFile(path).catch(unreadable)
}

function unreadable(cause: unknown): never {
  throw new Error(`cannot be read (${errorMessage(cause)})`, { cause })
}
