import { type FailureCode, PlatformFailure } from './failure.ts'

interface Dated {
  createdAt?: number | null | undefined
}

/**
 * What is wrong with when a user or a group is said to have been created, if anything is. `seconds`
 * are the present, `path` is where `createdAt` stands in what was sent.
 */
export function createdLater(
  { createdAt }: Dated,
  seconds: number,
  path = 'createdAt',
  code: FailureCode = 'ERR_BAD_REQUEST',
): PlatformFailure | null {
  if ((createdAt ?? 0) <= seconds) return null
  const reason = `must not be after ${seconds}, which is now`
  return new PlatformFailure(code, `${path} ${reason}.`, { details: { [path]: [reason] } })
}
