import { scaleOf, type VotePoint, voteLines } from './vote-lines.ts'

/**
 * The votes of the first days at a glance; the page of the product has them as numbers. Without points
 * its place is empty, so that nothing moves once they are loaded.
 */
export function Sparkline({ points }: { points: readonly VotePoint[] }) {
  return (
    <span data-sparkline class="hidden w-14 shrink-0 sm:block">
      {points.length > 1 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          class="h-6 w-full overflow-visible"
        >
          {voteLines(points, [], scaleOf(points)).map((line) => (
            <polyline
              key={line}
              class="fill-none stroke-muted"
              points={line}
              stroke-width="1.5"
              stroke-linejoin="round"
              vector-effect="non-scaling-stroke"
            />
          ))}
        </svg>
      )}
    </span>
  )
}
