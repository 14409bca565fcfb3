import { useMemo } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { SearchResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { ProductRow, ProductRowSkeleton } from '../product/product-row.tsx'
import { ResponseNotices, ResponseSource } from '../product/response-source.tsx'
import { Card } from '../ui/card.tsx'
import { cx } from '../ui/cx.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { highlighter } from './highlight.tsx'
import { Suggestions } from './suggestions.tsx'

/** The most that the service returns. */
const LIMIT = '10'
const SKELETON_ROWS = [1, 2, 3, 4, 5]

/** The results of a search. The previous results stay visible until the new ones have loaded. */
export function Results({ query }: { query: string }) {
  const { data, error, reload } = useQuery(query, async (signal) => ({
    query,
    response: await request<SearchResponse>(
      `/api/search?${new URLSearchParams({ q: query, limit: LIMIT })}`,
      { signal },
    ),
  }))
  const isCurrent = data?.query === query
  const isFailed = error !== undefined
  return (
    <>
      {isFailed && (
        <div class="mb-4">
          <ErrorNotice error={error} onRetry={reload} />
        </div>
      )}
      {data && (isCurrent || !isFailed) && (
        <div
          aria-busy={!isCurrent}
          class={cx('transition-opacity', !isCurrent && 'opacity-60 delay-150')}
        >
          <LoadedResults response={data.response} query={data.query} />
        </div>
      )}
      {!data && !isFailed && <ResultsSkeleton />}
    </>
  )
}

function LoadedResults({ response, query }: { response: SearchResponse; query: string }) {
  const { hits } = response
  const renderText = useMemo(() => highlighter(query), [query])
  return (
    <>
      <p role="status" class={hits.length > 0 ? COUNT : 'sr-only'}>
        {resultCount(hits.length, query)}
      </p>
      <ResponseNotices response={response} />
      {hits.length === 0 ? (
        <Suggestions title={`Nothing matches “${query}”.`}>
          <p>Check the spelling, use fewer words, or try one of these.</p>
        </Suggestions>
      ) : (
        <Card>
          <ol aria-label="Results" class="divide-y divide-line">
            {hits.map((product) => (
              <li key={product.id} class="relative px-4 py-3 hover:bg-sunken/40">
                <ProductRow product={product} isDetailed renderText={renderText} />
              </li>
            ))}
          </ol>
        </Card>
      )}
      <div class="mt-4">
        <ResponseSource response={response} />
      </div>
    </>
  )
}

function ResultsSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" class={COUNT}>
        Searching…
      </p>
      <Card>
        {SKELETON_ROWS.map((row) => (
          <div key={row} class="border-b border-line px-4 py-3 last:border-0">
            <ProductRowSkeleton />
          </div>
        ))}
      </Card>
      <Skeleton class="mt-4 h-4 w-64" />
    </div>
  )
}

const COUNT = 'mb-3 text-sm text-muted wrap-anywhere'

/** At the limit there may be more results than the service returned. */
function resultCount(count: number, query: string): string {
  if (count === 0) return `No results for “${query}”.`
  if (count === 1) return `1 result for “${query}”.`
  return count < Number(LIMIT)
    ? `${count} results for “${query}”.`
    : `The best ${count} results for “${query}”.`
}
