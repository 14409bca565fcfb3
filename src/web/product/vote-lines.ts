export interface VotePoint {
  /** ISO 8601. */
  at: string
  votes: number
}

interface Scale {
  from: number
  until: number
  /** The votes at the upper edge. */
  max: number
}

/** The scale on which all points are within the box. */
export function scaleOf(points: readonly VotePoint[]): Scale {
  const instants = points.map(({ at }) => Date.parse(at))
  const from = Math.min(...instants)
  const until = Math.max(from + 1, ...instants)
  return { from, until, max: Math.max(1, ...points.map(({ votes }) => votes)) }
}

/** How far to the right an instant is, in percent, within the box. */
export function percentAt(at: string, { from, until }: Scale): number {
  return Math.min(100, Math.max(0, (100 * (Date.parse(at) - from)) / (until - from)))
}

/** The points of an SVG line in a box of 100 by 100. */
export function voteLine(points: readonly VotePoint[], scale = scaleOf(points)): string {
  return points
    .map((point) => {
      const y = 100 - (100 * point.votes) / scale.max
      return `${percentAt(point.at, scale).toFixed(2)},${y.toFixed(2)}`
    })
    .join(' ')
}
