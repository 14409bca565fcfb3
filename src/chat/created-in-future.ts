import { PlatformError, type PlatformErrorCode } from './platform-error.ts'

interface Dated {
  createdAt?: number | null | undefined
}

/**
 * What is wrong with when a user or a group is said to have been created, if anything is. `seconds`
 * are the present, `path` is where `createdAt` stands in what was sent.
 */
export function createdInFuture(
  { createdAt }: Dated,
  seconds: number,
  path = 'createdAt',
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
): PlatformError | null {
  if ((createdAt ?? 0) <= seconds) return null
  const reason = `must not be after ${seconds}, which is now`
  return new PlatformError(code, `${path} ${reason}.`, { details: { [path]: [reason] } })
}
