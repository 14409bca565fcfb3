import { CommanderError } from 'commander'
import { ClientError } from '../client/client-error.ts'
import { AppError, errorMessage } from '../core/error.ts'
import { excerpt } from '../core/printable.ts'

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

const MAX_CHARACTERS = 2_000

/** The arguments or the environment are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
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
  const isUsage = error instanceof UsageError || codeOf(error) === 'invalid-request'
  return isUsage ? EXIT.usage : EXIT.failed
}

function messageOf(error: unknown): string {
  if (error instanceof CommanderError) return usageMessage(error)
  const code = codeOf(error)
  const isRefused = error instanceof ClientError && error.status === 401
  const hint = isRefused ? ' Set LAUNCHBOARD_TOKEN to a token of the service.' : ''
  return `${errorMessage(error)}${hint}${code ? ` (${code})` : ''}`
}

/** The code of a failure that the service or the client reports. */
export function codeOf(error: unknown): string | undefined {
  const isReported = error instanceof ClientError || error instanceof AppError
  return isReported ? error.code : undefined
}

/** Empty for help, which has been printed already. */
function usageMessage({ code, exitCode, message }: CommanderError): string {
  if (exitCode === 0 || code === 'commander.help') return ''
  return message.replace(/^error: /, '').replaceAll('\n', ' ')
}
