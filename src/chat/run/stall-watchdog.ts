/**
 * Notices that the reader of a stream takes nothing, though something waits for it. A reader that
 * pauses keeps its connection open for ever, and no runtime says a word about it.
 *
 * Call `wait` whenever something is ready for the reader, `reset` whenever it comes for more, and
 * `reset` once more when the stream is over.
 */
export function stallWatchdog(timeoutMs: number, onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    /** From the first call on the time runs: what is ready later changes nothing. */
    wait() {
      timer ??= setTimeout(onStall, timeoutMs)
    },

    reset() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
