import * as z from 'zod'

export type BreakerState = 'closed' | 'open' | 'half-open'

/** The evidence of a call about its upstream; `unknown` if there is none. */
export type CallOutcome = 'success' | 'failure' | 'unknown'

/** The state of a breaker, with durations from now. */
export const BreakerSnapshot = z.object({
  failures: z.number().min(0),
  openMs: z.number().min(0),
  openForMs: z.number().min(0),
  probingForMs: z.number().min(0),
})

type BreakerSnapshot = z.infer<typeof BreakerSnapshot>

interface CircuitBreaker {
  state(): BreakerState
  /** The time until a call may be made; zero when one may be made now. */
  waitMs(): number
  /** Begins a call. The returned function must be called with its outcome. */
  begin(): (outcome: CallOutcome) => void
  snapshot(): BreakerSnapshot
  /** Continues from the state of another breaker of the same upstream. */
  adopt(snapshot: BreakerSnapshot): void
}

const MAX_FAILURES_IN_A_ROW = 5
const MIN_OPEN_MS = 30_000
const MAX_OPEN_MS = 300_000

/** The wait while a probe is pending: most probes have ended by then. */
const PROBE_WAIT_MS = 1_000

/** A probe that takes longer was lost, together with the request it belonged to. */
const MAX_PROBE_MS = 15_000

/**
 * Stops calls to an upstream that keeps failing. After a delay, which doubles each time, one call
 * goes through as a probe and decides whether the breaker closes.
 */
export function createCircuitBreaker({ clock }: { clock(): number }): CircuitBreaker {
  let failures = 0
  let openMs = 0
  let openUntil = 0
  let probeUntil = 0
  // Counts state changes. The outcome of a call that began before the last one is ignored.
  let generation = 0

  const state = () => {
    if (openMs === 0) return 'closed'
    return clock() < openUntil ? 'open' : 'half-open'
  }

  const open = () => {
    openMs = openMs === 0 ? MIN_OPEN_MS : Math.min(MAX_OPEN_MS, openMs * 2)
    openUntil = clock() + openMs
    generation += 1
  }

  const close = () => {
    failures = 0
    openMs = 0
    generation += 1
  }

  const endCall = (outcome: CallOutcome) => {
    if (outcome === 'success') failures = 0
    if (outcome === 'failure') failures += 1
    if (failures >= MAX_FAILURES_IN_A_ROW) open()
  }

  const beginProbe = () => {
    probeUntil = clock() + MAX_PROBE_MS
    generation += 1
    return endProbe
  }

  const endProbe = (outcome: CallOutcome) => {
    probeUntil = 0
    if (outcome === 'success') close()
    if (outcome === 'failure') open()
  }

  return {
    state,

    waitMs() {
      if (state() === 'open') return openUntil - clock()
      return clock() < probeUntil ? PROBE_WAIT_MS : 0
    },

    begin() {
      const end = state() === 'closed' ? endCall : beginProbe()
      const startedIn = generation
      return (outcome) => {
        if (startedIn === generation) end(outcome)
      }
    },

    snapshot: () => ({
      failures,
      openMs,
      openForMs: Math.max(0, openUntil - clock()),
      probingForMs: Math.max(0, probeUntil - clock()),
    }),

    adopt(snapshot) {
      if (snapshot.openMs !== openMs) generation += 1
      failures = snapshot.failures
      openMs = Math.min(snapshot.openMs, MAX_OPEN_MS)
      openUntil = clock() + Math.min(snapshot.openForMs, MAX_OPEN_MS)
      probeUntil = clock() + Math.min(snapshot.probingForMs, MAX_PROBE_MS)
    },
  }
}
