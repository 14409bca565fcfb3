/**
 * A monotonic clock for Workers, where `performance.now` is the wall clock (its `timeOrigin` is 0)
 * and goes back when that is turned back. A turn forward cannot be told from time that passed. That
 * it stands still while code runs does no harm: what is measured here waits for others.
 */
export function monotonicClock(read: () => number = () => performance.now()): () => number {
  let last = read()
  let behind = 0

  return () => {
    const time = read()
    if (time < last) behind += last - time
    last = time
    return time + behind
  }
}
