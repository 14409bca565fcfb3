import { styleText } from 'node:util'
import { escapeUnprintable } from '../core/printable.ts'
import { EXIT } from './exit.node.ts'

/** What a command has of the process it runs in. */
export interface Terminal {
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** Colours where somebody sees them: at a terminal that has them, and unless `NO_COLOR` is set. */
export function painter(stream: Terminal['stdout']): Paint {
  const hasColors = stream.isTTY && stream.hasColors()
  return hasColors ? styleText : (_style, text) => text
}

/** Resolves when the text has left, or there is nobody left to read it. */
export function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()))
}

/** JSON as it came, and for somebody who looks on, set out and harmless to a terminal. */
export async function writeJson(stdout: Terminal['stdout'], json: string): Promise<void> {
  if (!stdout.isTTY) return write(stdout, `${json}\n`)
  const lines = JSON.stringify(JSON.parse(json), null, 2).split('\n')
  return write(stdout, `${lines.map(escapeUnprintable).join('\n')}\n`)
}

/** A reader that has seen enough, such as `head`, is no failure: the command ends and is quiet. */
export function endWithReader({ stdout, stderr }: Terminal): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    stderr.write(`launchboard: the output cannot be written (${error.code}).\n`)
    process.exit(EXIT.failed)
  })
  stderr.on('error', () => {})
}

/**
 * Does some work that Ctrl-C aborts. The second one ends the process at once.
 *
 * @throws whatever the work throws, but for what it throws because it was aborted.
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
