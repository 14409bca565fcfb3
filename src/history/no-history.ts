import { AppError } from '../core/error.ts'
import type { SourceName } from '../sources/source.ts'
import type { History } from './history.ts'

/** Stands in where nothing is recorded. The reason is for the caller. */
export function noHistory(source: SourceName, reason: string): History {
  const reject = async () => {
    throw new AppError('not-configured', `There is no history of votes: ${reason}`)
  }
  return {
    source,
    timezone: 'UTC',
    isSimulated: false,
    isAbsent: true,
    launch: reject,
    counted: reject,
    stepwise: reject,
    curves: reject,
    products: reject,
    votesAtAge: reject,
    state: reject,
    version: reject,
  }
}
