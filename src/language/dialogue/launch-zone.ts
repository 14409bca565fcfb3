import type { State } from './follow-up.ts'
import type { Reading } from './reading.ts'
import type { Request } from './request.ts'

// The time zone in which it is told when a product launched.

const OF_LAUNCH = /^(?:launch|about|age)$/
const MAX_WORDS_BESIDE = 4

/** What is asked of products is told in the zone that a message names. */
export function zoned(request: Request, { slots: { zones } }: Reading): Request {
  const isOfProducts = request.kind === 'ask' && request.set.kind !== 'window'
  return isOfProducts && zones[0] ? { ...request, zone: zones[0].value } : request
}

/** "In Berlin time", after a launch. */
export function launchThere({ heard, slots }: Reading, state: State): Request | undefined {
  const [zone, ...others] = slots.zones
  if (!zone || others.length + slots.times.length > 0 || !state.hasSubject) return undefined
  const isAlone = heard.length - (zone.to - zone.from) < MAX_WORDS_BESIDE
  if (!isAlone || !OF_LAUNCH.test(state.asked ?? '')) return undefined
  const set = { kind: 'products', references: ['it'] } as const
  return { kind: 'ask', operation: 'launch', measure: 'launch', set }
}
