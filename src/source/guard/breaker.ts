export type BreakerState = 'closed' | 'open' | 'half-open'

/** What the end of a call says about its upstream; `unsure` where it says nothing. */
export type Verdict = 'up' | 'down' | 'unsure'

export interface Breaker {
  state(): BreakerState
  /** How long no call may be made; zero when one may be made now. */
  waitMs(): number
  /** Begins a call. What is returned is told how it ended. */
  begin(): (verdict: Verdict) => void
}

const FAILURES_IN_A_ROW = 5
const SHORTEST_MS = 30_000
const LONGEST_MS = 300_000

/** When to come back while a probe is under way: most have ended by then. */
const PROBE_MS = 1_000

/** A probe that has not ended by then never will: it was lost with the request it was part of. */
const LOST_PROBE_MS = 15_000

/**
 * Stops asking an upstream that keeps failing. After a while, and twice as long each time, one call
 * alone goes through and decides for all.
 */
export function createBreaker({ clock }: { clock(): number }): Breaker {
  let failures = 0
  let pauseMs = 0
  let openUntil = 0
  let probeUntil = 0
  // Counts openings, probes and closings: what began before the last of them decides nothing.
  let era = 0

  const state = () => {
    if (pauseMs === 0) return 'closed'
    return clock() < openUntil ? 'open' : 'half-open'
  }

  const open = () => {
    pauseMs = pauseMs === 0 ? SHORTEST_MS : Math.min(LONGEST_MS, pauseMs * 2)
    openUntil = clock() + pauseMs
    era += 1
  }

  const close = () => {
    failures = 0
    pauseMs = 0
    era += 1
  }

  const endCall = (verdict: Verdict) => {
    if (verdict === 'up') failures = 0
    if (verdict === 'down') failures += 1
    if (failures >= FAILURES_IN_A_ROW) open()
  }

  const beginProbe = () => {
    probeUntil = clock() + LOST_PROBE_MS
    era += 1
    return endProbe
  }

  const endProbe = (verdict: Verdict) => {
    probeUntil = 0
    if (verdict === 'up') close()
    if (verdict === 'down') open()
  }

  return {
    state,

    waitMs() {
      if (state() === 'open') return openUntil - clock()
      return clock() < probeUntil ? PROBE_MS : 0
    },

    begin() {
      const end = state() === 'closed' ? endCall : beginProbe()
      const begunIn = era
      return (verdict) => {
        if (begunIn === era) end(verdict)
      }
    },
  }
}
