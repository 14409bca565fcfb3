import { cx } from '../ui/cx.ts'
import { hueOf } from '../ui/tile.tsx'
import { type VotePoint, voteLine } from './vote-lines.ts'

const SHOWN_MS = 36 * 3_600_000

interface CurveProps {
  /** Its hue is that of this name. */
  name: string
  points: readonly VotePoint[] | undefined
  class?: string
}

/**
 * The votes of the first hours at a glance; the page of the product has them as numbers. Without points
 * its place is empty, so that nothing moves once they are loaded.
 */
export function Curve({ name, points = [], class: className = '' }: CurveProps) {
  const until = Date.parse(points[0]?.at ?? '') + SHOWN_MS
  const shown = points.filter(({ at }) => Date.parse(at) <= until)
  const line = voteLine(shown)
  return (
    <span data-curve style={hueOf(name)} class={cx('curve block shrink-0', className)}>
      {shown.length > 1 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          class="size-full overflow-visible"
        >
          <polygon points={`0,100 ${line} 100,100`} class="fill-current opacity-12" />
          <polyline
            points={line}
            class="fill-none stroke-current"
            stroke-width="2"
            stroke-linejoin="round"
            vector-effect="non-scaling-stroke"
          />
        </svg>
      )}
    </span>
  )
}
