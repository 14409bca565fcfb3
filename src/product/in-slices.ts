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
  const pause = pacer()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    const paused = pause()
    if (paused !== undefined) await paused
  }
}

/** To be called between steps: something to wait for once others have waited long enough. */
export function pacer(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < SLICE_MS) return undefined
    return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
      begun = performance.now()
    })
  }
}
