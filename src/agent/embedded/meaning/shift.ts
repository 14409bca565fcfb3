import { whole } from '../time/timeframe.ts'
import type { Details } from './wish.ts'

/** "The week before", seen from the timeframe that was talked about. */
export function shifted({ timeframe }: Details, from: Details | undefined): Details {
  const unit = timeframe?.before
  if (!unit || !from?.timeframe) return {}
  return { timeframe: whole(unit, from.timeframe.first.minus({ [unit]: 1 })) }
}
