import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Terminal } from './terminal.node.ts'

/** A user may have to look the key up; a pipe has it ready. */
const PROMPT_MS = 5 * 60_000
const PIPE_MS = 10_000

/** Reads the key, typed without echo or from the first line of a pipe. */
export async function askKey({ stdin: input, stderr: output }: Terminal, signal: AbortSignal) {
  const isTerminal = input.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: silent, terminal: isTerminal })
  // Only once the reader controls the terminal, which would otherwise echo the key.
  if (isTerminal) output.write('API key: ')
  const limit = AbortSignal.timeout(isTerminal ? PROMPT_MS : PIPE_MS)
  const ended = AbortSignal.any([limit, signal])

  return new Promise<string | undefined>((resolve) => {
    reader.once('line', (key) => resolve(key.trim() || undefined))
    reader.once('close', () => resolve(undefined))
    // The reader takes Ctrl-C from the terminal, so that the process has to be told.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    ended.addEventListener('abort', () => resolve(undefined))
  }).finally(() => {
    reader.close()
    input.pause()
    if (isTerminal) output.write('\n')
  })
}
