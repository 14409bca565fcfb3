import type { Timeframe } from '../time/timeframe.ts'
import type { Clause } from './clause.ts'
import type { Details } from './wish.ts'

/** The count, zone and times of a clause. A weak time gives way to any other. */
export function detailsOf({ count, zone, times }: Clause): Details {
  const [timeframe] = strongest(times)
  return {
    ...(count !== undefined && { count }),
    ...(zone && { zone: zone.zone }),
    ...(timeframe && { timeframe }),
  }
}

/** The times that are meant, each once. */
export function strongest(times: readonly Timeframe[]): Timeframe[] {
  const strong = times.filter(({ weak }) => !weak)
  const chosen = strong.length > 0 ? strong : times.slice(0, 1)
  return chosen.filter(({ text }, at) => chosen.findIndex((time) => time.text === text) === at)
}
