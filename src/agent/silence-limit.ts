export type SilenceLimit = ReturnType<typeof silenceLimit>

/** Calls `onSilence` once, when nothing has been heard for `limitMs` between start and end. */
export function silenceLimit(limitMs: number, onSilence: () => void) {
  let heardAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  // Looks again when the limit would be up, for a timer a piece costs more than the piece.
  function look() {
    const leftMs = heardAt + limitMs - performance.now()
    if (leftMs > 0) timer = setTimeout(look, leftMs)
    else onSilence()
  }

  return {
    start() {
      heardAt = performance.now()
      clearTimeout(timer)
      timer = setTimeout(look, limitMs)
    },

    heard() {
      heardAt = performance.now()
    },

    end() {
      clearTimeout(timer)
    },
  }
}
