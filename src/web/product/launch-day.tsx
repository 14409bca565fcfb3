import type { ProductResponse } from '../api/response-types.ts'
import { PageSection } from '../ui/page.tsx'
import { formatCount, pluralize } from './format.ts'
import { ProductRow } from './product-row.tsx'
import { besideOthers } from './rank-list.tsx'

/** While its day goes on: the first five beside it, how fast each gains, and what each place takes. */
export function LaunchDay({ answer }: { answer: ProductResponse }) {
  const { product, leaders, ranks, pace } = answer
  if (leaders.length < 2) return null
  const isLeader = leaders.some(({ id }) => id === product.id)
  const own = { ...product, rank: ranks.day?.rank, votesNeeded: 0, pace }
  const rows = isLeader ? leaders : [...leaders, own]
  return (
    <PageSection title="Its day so far">
      <ol aria-label="Top five of the day" class="@container card space-y-1 p-3">
        {rows.map(({ rank, votesNeeded, pace, ...other }) => (
          <li key={other.id} class={besideOthers(other.id === product.id)}>
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
    </PageSection>
  )
}

/** What a leader comes without. */
const NOTHING_MORE = { imageUrl: null, commentsCount: null, launchedAt: null, topics: [] }
