import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

interface KeyInput {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
  signal: AbortSignal
}

/** A user may have to look the key up; a pipe has it ready. */
const PROMPT_MS = 5 * 60_000
const PIPE_MS = 10_000

/** Reads the key, typed without echo or from the first line of a pipe. */
export async function askKey({ input, output, signal }: KeyInput): Promise<string | undefined> {
  const isTerminal = input.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: silent, terminal: isTerminal })
  // Only once the reader controls the terminal, which would otherwise echo the key.
  if (isTerminal) output.write('API key: ')
  const limit = AbortSignal.timeout(isTerminal ? PROMPT_MS : PIPE_MS)

  return new Promise<string | undefined>((resolve) => {
    const end = (key?: string) => {
      resolve(key?.trim() || undefined)
      reader.close()
    }
    reader.once('line', end)
    reader.once('close', () => resolve(undefined))
    reader.once('SIGINT', () => end())
    limit.addEventListener('abort', () => end())
    signal.addEventListener('abort', () => end())
  }).finally(() => {
    input.pause()
    if (isTerminal) output.write('\n')
  })
}
