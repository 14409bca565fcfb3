/** Work that yields where it can be paused. */
export type Work<Result> = Generator<undefined, Result>

/** The event loop is blocked for at most this long, plus the longest step. */
const SLICE_MS = 20

/** Runs work to its end without a pause. */
export function runToEnd<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Runs work in slices, so that requests are served in between. */
export async function inSlices<Result>(work: Work<Result>): Promise<Result> {
  const pause = pacer()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    const paused = pause()
    if (paused !== undefined) await paused
  }
}

/** Called between steps, returns a promise to await when a slice is over. */
export function pacer(): () => Promise<void> | undefined {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined
    return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
      startedAt = performance.now()
    })
  }
}

/** The number of values that are sorted or merged in one step. */
const STEP = 8_192

type Compare = (left: number, right: number) => number

/** The numbers in order, equal ones as they were: a merge sort that can be paused. */
export function* sortInSlices(values: Int32Array, compare: Compare): Work<Int32Array> {
  for (let from = 0; from < values.length; from += STEP) {
    values.subarray(from, from + STEP).sort(compare)
    yield
  }

  let sorted = values
  let merged: Int32Array = new Int32Array(values.length)
  for (let width = STEP; width < values.length; width *= 2) {
    for (let from = 0; from < values.length; from += 2 * width) {
      yield* merge({ sorted, merged, from, width, compare })
    }
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}

interface Merge {
  sorted: Int32Array
  merged: Int32Array
  from: number
  width: number
  compare: Compare
}

function* merge({ sorted, merged, from, width, compare }: Merge): Work<void> {
  const middle = Math.min(from + width, sorted.length)
  const end = Math.min(middle + width, sorted.length)
  let left = from
  let right = middle
  for (let at = from; at < end; at += 1) {
    if (at % STEP === 0) yield
    const a = sorted[left] ?? 0
    const b = sorted[right] ?? 0
    const takesRight = right < end && (left >= middle || compare(b, a) < 0)
    merged[at] = takesRight ? b : a
    if (takesRight) right += 1
    else left += 1
  }
}
