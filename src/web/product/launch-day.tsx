import type { ProductResponse } from '../api/response-types.ts'
import { formatCount, pluralize } from './format.ts'
import { ProductRow } from './product-row.tsx'

/** While its day goes on: the first five beside it, how fast each gains, and what each place takes. */
export function LaunchDay({ answer }: { answer: ProductResponse }) {
  const { product, leaders, ranks, pace } = answer
  if (leaders.length < 2) return null
  const isLeader = leaders.some(({ id }) => id === product.id)
  const own = { ...product, rank: ranks.day?.rank, votesNeeded: 0, pace }
  const rows = isLeader ? leaders : [...leaders, own]
  return (
    <section aria-labelledby="launch-day">
      <h2 id="launch-day" class="mb-3 text-lg font-semibold tracking-tight">
        Its day so far
      </h2>
      <ol aria-label="Top five of the day" class="@container card space-y-1 p-3">
        {rows.map(({ rank, votesNeeded, pace, ...other }) => (
          <li
            key={other.id}
            class={
              other.id === product.id
                ? 'relative rounded-md bg-accent-soft px-2 py-1'
                : 'relative rounded-md px-2 py-1 hover:bg-sunken'
            }
          >
            <ProductRow product={{ ...NOTHING_MORE, ...other, tagline: null }} rank={rank}>
              <p class="text-right text-sm text-muted tabular-nums">
                {pace && (
                  <span class="block">+{formatCount(Math.round(pace.perHour))} an hour</span>
                )}
                {votesNeeded !== null && votesNeeded > 0 && (
                  <span class="block">{pluralize(votesNeeded, 'vote')} to this place</span>
                )}
              </p>
            </ProductRow>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What a leader comes without. */
const NOTHING_MORE = { imageUrl: null, commentsCount: null, launchedAt: null, topics: [] }
