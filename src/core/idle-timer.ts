/**
 * Calls `onIdle` once `idleMs` have passed without a `touch`. The next touch starts it again.
 *
 * A touch notes the time and creates no timer: the only timer checks when it fires how much time is
 * left. So it can be touched for every piece of a stream.
 */
export function idleTimer(idleMs: number, onIdle: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touchedAt = 0

  function check() {
    timer = undefined
    const leftMs = touchedAt + idleMs - performance.now()
    if (leftMs > 0) timer = setTimeout(check, leftMs)
    else onIdle()
  }

  return {
    touch() {
      touchedAt = performance.now()
      timer ??= setTimeout(check, idleMs)
    },

    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
