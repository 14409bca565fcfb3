import { escapeUnprintable } from '../core/printable.ts'
import { EXIT } from './exit.node.ts'

/** The parts of the process that a command uses. */
export interface Terminal {
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

/** Resolves when the text has been written, or there is no reader any longer. */
export function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()))
}

/** JSON as received or, at a terminal, indented and without characters that it would act on. */
export async function writeJson(stdout: Terminal['stdout'], json: string): Promise<void> {
  if (!stdout.isTTY) return write(stdout, `${json}\n`)
  const lines = JSON.stringify(JSON.parse(json), null, 2).split('\n')
  return write(stdout, `${lines.map(escapeUnprintable).join('\n')}\n`)
}

/** Exits without an error when the reader is gone, such as `head`. */
export function exitWithReader({ stdout, stderr }: Terminal): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    stderr.write(`launchboard: The output cannot be written (${error.code}).\n`)
    process.exit(EXIT.failed)
  })
  stderr.on('error', () => {})
}

/**
 * Runs work that Ctrl-C aborts. A second Ctrl-C ends the process at once.
 *
 * @throws the error of the work, unless it was aborted.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<number>) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  process.once('SIGINT', abort)
  try {
    const code = await work(controller.signal)
    return controller.signal.aborted ? EXIT.interrupted : code
  } catch (error) {
    if (controller.signal.aborted) return EXIT.interrupted
    throw error
  } finally {
    process.off('SIGINT', abort)
  }
}
