export interface VotePoint {
  /** ISO 8601. */
  at: string
  votes: number
}

interface Gap {
  from: string
  until: string
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

/** How far to the right an instant is, in percent. */
export function percentAt(at: string | number, { from, until }: Scale): number {
  const instant = typeof at === 'number' ? at : Date.parse(at)
  return (100 * (instant - from)) / (until - from)
}

/** The points of SVG lines in a box of 100 by 100. A gap ends one line, and another begins after it. */
export function voteLines(
  points: readonly VotePoint[],
  gaps: readonly Gap[],
  scale: Scale,
): string[] {
  const lines: string[][] = [[]]
  points.forEach((point, index) => {
    const before = points[index - 1]
    const isApart = before && gaps.some(({ from }) => before.at <= from && from < point.at)
    if (isApart) lines.push([])
    const y = 100 - (100 * point.votes) / scale.max
    lines.at(-1)?.push(`${percentAt(point.at, scale).toFixed(2)},${y.toFixed(2)}`)
  })
  return lines.map((line) => line.join(' '))
}
