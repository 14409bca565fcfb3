import type { Work } from './in-slices.ts'
import type { Launches } from './launches.ts'
import { sortInSlices } from './sort-in-slices.ts'

/** The places of launches, best first: votes, then comments, then an earlier launch, then the id. */
export function* rankingOrder({
  length,
  votes,
  comments,
  launched,
  id,
}: Launches): Work<Int32Array> {
  const places = new Int32Array(length)
  for (let place = 0; place < length; place += 1) places[place] = place
  yield
  return yield* sortInSlices(
    places,
    (left, right) =>
      ascending(votes[right] ?? 0, votes[left] ?? 0) ||
      ascending(comments[right] ?? 0, comments[left] ?? 0) ||
      ascending(launched[left] ?? 0, launched[right] ?? 0) ||
      ascending(id(left), id(right)),
  )
}

/** Not a difference, which is no number for two infinities, nor a locale's idea of an order. */
function ascending<T extends number | string>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}
