/** A replay as far as its moments go. */
interface Steps {
  /** ISO 8601, as clocks in its zone show them. */
  steps: readonly string[]
  launches: readonly {
    id: string
    from: number
    votes: readonly number[]
    ranks: readonly number[]
  }[]
  window: { from: string; to: string }
}

/** How launches stand at a step, by their ids. */
export function standingsAt({ launches }: Steps, step: number) {
  return new Map(
    launches.flatMap(({ id, from, votes, ranks }) => {
      const [count, rank] = [votes[step - from], ranks[step - from]]
      return count === undefined || rank === undefined ? [] : [[id, { rank, votes: count }]]
    }),
  )
}

/** The step at `14:00` or `2026-11-20T14:00`, or the last one before it; undefined for what is no such time. */
export function stepAt(replay: Steps, at = ''): number | undefined {
  const time = /^\d\d?:\d\d$/.test(at) ? `${replay.window.from}T${at.padStart(5, '0')}` : at
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time)) return undefined
  const step = replay.steps.findLastIndex((_, index) => stepTime(replay, index) <= time)
  return step < 0 ? undefined : step
}

/** `2026-11-20T14:00`. The last day of a window ends at 24:00. */
export function stepTime({ steps, window: { to } }: Steps, step: number): string {
  const time = (steps[step] ?? '').slice(0, 16)
  return time.slice(0, 10) > to ? `${to}T24:00` : time
}
