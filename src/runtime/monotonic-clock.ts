/**
 * A monotonic clock for Workers, where `performance.now` is the wall clock (its `timeOrigin` is 0) and
 * goes back when that is adjusted. An adjustment forwards cannot be detected. The clock stops while
 * code runs, which does no harm: it is used to measure waiting.
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
