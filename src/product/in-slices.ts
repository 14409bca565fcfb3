/** Work that stops wherever something else may come between. */
export type Work<Result> = Generator<undefined, Result>

/** The event loop waits no longer than this, and about as long as the longest step. */
const SLICE_MS = 20

/** Does some work all at once. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Does some work while others are served. */
export async function inSlices<Result>(work: Work<Result>): Promise<Result> {
  let begun = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - begun < SLICE_MS) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    begun = performance.now()
  }
}
