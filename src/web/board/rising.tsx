import type { TrendingResponse } from '../api/response-types.ts'
import { requestHistory, useQuery } from '../api/use-query.ts'
import { useRefresh } from '../browser/online.ts'
import { formatCount } from '../product/format.ts'
import { ProductLink, ProductPicture } from '../product/product-row.tsx'
import { Panel } from './panel.tsx'

const PATH = '/api/trending?window=3h&limit=3'

/** What gains more votes at present than age and chance explain, where there is any. */
export function Rising() {
  const { data, reload } = useQuery(PATH, (signal) =>
    requestHistory<TrendingResponse>(PATH, signal),
  )
  useRefresh(data !== undefined, reload)
  if (!data?.posts.length) return null
  return (
    <Panel title="Rising">
      <ol aria-label="Rising" class="space-y-1">
        {data.posts.map((product) => (
          <li
            key={product.id}
            class="relative -mx-2 flex min-h-9 flex-wrap items-center gap-x-2.5 rounded-md px-2 py-1 hover:bg-sunken pointer-coarse:min-h-11"
          >
            <ProductPicture product={product} class="size-7" />
            <ProductLink
              product={product}
              isWide
              class="flex-1 basis-24 font-medium wrap-anywhere"
            />
            <span class="text-sm text-muted tabular-nums">
              +{formatCount(product.gained)}
              <span class="sr-only"> votes</span> in {stretchOf(product.minutes)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function stretchOf(minutes: number): string {
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
