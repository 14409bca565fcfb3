export interface Pause {
  /** No calls for so long from now. */
  begin(ms: number): void
  /** How long no call may be made; zero when one may be made now. */
  waitMs(): number
}

/** However long we are told to wait, we look again after this. */
const LONGEST_MS = 15 * 60_000

/** The wait that an upstream has asked for. */
export function createPause({ clock }: { clock(): number }): Pause {
  let until = 0

  return {
    begin(ms) {
      until = Math.max(until, clock() + Math.min(ms, LONGEST_MS))
    },
    waitMs: () => Math.max(0, until - clock()),
  }
}
