/**
 * Detects that the client of a stream stopped reading while data is waiting. A client that pauses
 * keeps its connection open for ever, and runtimes do not report it.
 *
 * Call `wait` whenever data is ready, `reset` whenever the client reads, and `reset` once more when
 * the stream has ended.
 */
export function stallWatchdog(timeoutMs: number, onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    /** The timeout starts with the first call; later ones do not extend it. */
    wait() {
      timer ??= setTimeout(onStall, timeoutMs)
    },

    reset() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
