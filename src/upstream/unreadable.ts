import { AppError } from '../error.ts'

/** An answer that came whole and is none. The reason is for the log and quotes nothing of it. */
export function unreadable(upstream: string, reason: string): AppError {
  const message = `${upstream} answered with something we cannot read.`
  return new AppError('upstream-failed', message, { cause: new Error(reason) })
}
