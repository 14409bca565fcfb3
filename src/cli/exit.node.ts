import { CommanderError } from 'commander'
import { AppError, errorMessage } from '../core/error.ts'
import { excerpt } from '../core/printable.ts'

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

const MAX_CHARACTERS = 2_000

/** The arguments or the environment are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An error that the service reports, or an unexpected response. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Writes the error message, and returns the exit code. */
export function reportFailure(error: unknown, stderr: NodeJS.WritableStream): number {
  const message = messageOf(error)
  if (message) {
    // Line by line: an invalid environment has one line per variable.
    const lines = message.slice(0, MAX_CHARACTERS).split('\n')
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

function messageOf(error: unknown): string {
  if (error instanceof CommanderError) return usageMessage(error)
  if (error instanceof ServiceError || error instanceof AppError) {
    return `${error.message} (${error.code})`
  }
  return errorMessage(error)
}

/** Empty for help, which has been printed already. */
function usageMessage({ code, exitCode, message }: CommanderError): string {
  if (exitCode === 0 || code === 'commander.help') return ''
  return message.replace(/^error: /, '').replaceAll('\n', ' ')
}
