import { readFile, stat } from 'node:fs/promises'
import { errorMessage } from '../error.ts'
import { checkSize, decodeText } from './decode-text.ts'
import type { TextFile } from './rows.ts'

export function textFile(path: string): TextFile {
  return { name: path, text: () => fileText(path) }
}

/** @throws Error that says why the file cannot be read, without naming it. */
export async function fileText(path: string): Promise<string> {
  const { size } = await stat(path).catch(unreadable)
  checkSize(size)
  return decodeText(await readFile(path).catch(unreadable))
}

function unreadable(cause: unknown): never {
  throw new Error(`cannot be read (${errorMessage(cause)})`, { cause })
}
