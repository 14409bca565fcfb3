import { useId } from 'preact/hooks'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'

/** A bar chart of votes, with a text alternative. */
export function VotesChart({ products }: { products: readonly Product[] }) {
  const maxVotes = Math.max(1, ...products.map(({ votesCount }) => votesCount ?? 0))
  const texts = products.map(({ name, votesCount }) => `${name} ${formatVotes(votesCount)}`)
  const id = useId()
  return (
    <div role="img" aria-label="Votes" aria-describedby={id} class="space-y-3">
      <p id={id} hidden>
        {texts.join(', ')}
      </p>
      {products.map(({ id, name, votesCount }) => (
        <div key={id}>
          <div class="flex justify-between gap-3 text-[13px] leading-5">
            <span class="truncate text-muted">{name}</span>
            <span class="font-medium tabular-nums">
              {votesCount === null ? '–' : formatCount(votesCount)}
            </span>
          </div>
          <div class="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
            <div
              class="h-full origin-left rounded-full bg-accent motion-safe:animate-grow"
              style={{ width: `${(100 * Math.max(votesCount ?? 0, 0)) / maxVotes}%` }}
            />
          </div>
        </div>
      ))}
    </div>
  )
}

function formatVotes(votes: number | null): string {
  return votes === null ? 'unknown' : formatCount(votes)
}
