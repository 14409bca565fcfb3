import type { TrendingResponse } from '../api/response-types.ts'
import { requestHistory, useQuery } from '../api/use-query.ts'
import { useRefresh } from '../browser/online.ts'
import { formatCount } from '../product/format.ts'
import { ProductLink, ProductPicture } from '../product/product-row.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { Panel } from './panel.tsx'

const PATH = '/api/trending?window=3h&limit=3'

/** What gains more votes at present than age and chance explain. Without a history, nothing is shown. */
export function Rising() {
  const { data, isCurrent, error, reload } = useQuery(PATH, (signal) =>
    requestHistory<TrendingResponse>(PATH, signal),
  )
  useRefresh(data !== undefined, reload)
  if (error !== undefined || (isCurrent && !data)) return null
  return (
    <Panel title="Rising">
      {/* As high as three products, so that nothing moves once they are loaded. */}
      <div class="min-h-29 pointer-coarse:min-h-35">
        {data ? <List {...data} /> : <Skeleton class="h-29" />}
      </div>
    </Panel>
  )
}

function List({ posts, enough, missing }: TrendingResponse) {
  if (posts.length === 0) {
    const reason = enough ? 'Nothing is gaining votes faster than usual.' : missing
    return <p class="text-sm text-muted">{reason}</p>
  }
  return (
    <ol aria-label="Rising" class="space-y-1">
      {posts.map((product) => (
        <li
          key={product.id}
          class="relative -mx-2 flex min-h-9 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-sunken pointer-coarse:min-h-11"
        >
          <ProductPicture product={product} class="size-7" />
          <ProductLink product={product} isWide class="min-w-0 flex-1 truncate font-medium" />
          <span class="text-sm text-muted tabular-nums">
            +{formatCount(product.gained)}
            <span class="sr-only"> votes</span> in {stretchOf(product.minutes)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function stretchOf(minutes: number): string {
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
