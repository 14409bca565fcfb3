import { CommanderError } from 'commander'
import { AppError, errorMessage } from '../core/error.ts'
import { excerpt } from '../core/printable.ts'

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

const MAX_CHARACTERS = 2_000

/** The command cannot do what was typed, or what the environment says. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A failure of the service, or of what answers in its place. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Says in one sentence what went wrong, and which code to exit with. */
export function reportFailure(error: unknown, stderr: NodeJS.WritableStream): number {
  const sentence = sentenceOf(error)
  if (sentence) {
    // Line by line: an unusable environment names one variable a line.
    const lines = sentence.slice(0, MAX_CHARACTERS).split('\n')
    stderr.write(`launchboard: ${lines.map((line) => excerpt(line, MAX_CHARACTERS)).join('\n')}\n`)
  }
  return exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof ServiceError || error instanceof AppError) {
    return error.code === 'invalid-request' ? EXIT.usage : EXIT.failed
  }
  return EXIT.failed
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommanderError) return usageSentence(error)
  if (error instanceof ServiceError || error instanceof AppError) {
    return `${error.message} (${error.code})`
  }
  return errorMessage(error)
}

/** What was asked for help has been shown it already. */
function usageSentence({ code, exitCode, message }: CommanderError): string {
  if (exitCode === 0 || code === 'commander.help') return ''
  return message.replace(/^error: /, '').replaceAll('\n', ' ')
}
