import { PlatformError, type PlatformErrorCode } from './platform-error.ts'

interface Created {
  createdAt?: number | null | undefined
}

/**
 * An error if `createdAt` of a user or group is in the future, null otherwise. `seconds` is the
 * current time, `path` the path of `createdAt` in the request.
 */
export function createdInFuture(
  { createdAt }: Created,
  seconds: number,
  path = 'createdAt',
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
): PlatformError | null {
  if ((createdAt ?? 0) <= seconds) return null
  const reason = `must not be after ${seconds}, which is now`
  return new PlatformError(code, `${path} ${reason}.`, { details: { [path]: [reason] } })
}
