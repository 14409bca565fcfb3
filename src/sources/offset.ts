import { AppError } from '../core/error.ts'

const OFFSET = /^\d{1,8}$/

/** The number of launches before a page of a ranking that is whole in memory. */
export function offsetOf(after = '0'): number {
  if (OFFSET.test(after)) return Number(after)
  throw new AppError('invalid-request', 'cursor: is invalid.')
}
