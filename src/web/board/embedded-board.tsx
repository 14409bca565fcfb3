import '../styles.css'
import { render } from 'preact'
import { isSample } from '../../ranking/headline.ts'
import { RequestError, request } from '../api/request.ts'
import type { LaunchesResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { ProductRow, SampleBadge } from '../product/product-row.tsx'
import { nameWindow, spanIn, windowNames, zoneName } from '../product/timeframes.ts'
import { ErrorNotice, Notice, Skeleton } from '../ui/notice.tsx'
import { boardHref, launchesPath, paramIssues, parseBoardParams } from './board-params.ts'

// The board alone, in a frame on a page of somebody else. It sends no token, stores nothing and, without
// `theme`, follows the scheme of that page or of the system. Its document opens links in a new tab.
const query = Object.fromEntries(new URLSearchParams(location.search))
const params = parseBoardParams(query)
if (query.theme === 'light' || query.theme === 'dark') {
  document.documentElement.dataset.theme = query.theme
}

const root = document.querySelector('#app')
if (root) render(<EmbeddedBoard />, root)

function EmbeddedBoard() {
  const { timezone, topic } = params
  const launches = useWindowLaunches()
  const { full, days } = launches.names
  return (
    <main class="p-4">
      <h1 class="text-lg font-semibold tracking-tight wrap-anywhere">
        <a href={boardHref(params)} class="underline-offset-4 hover:underline">
          {topic ? `${topic}, ${full}` : full}
        </a>
      </h1>
      <p class="text-sm text-muted">{[days, zoneName(timezone)].filter(Boolean).join(' · ')}</p>
      {paramIssues(query).map((issue) => (
        <Notice key={issue} tone="warn" class="mt-3">
          {issue}
        </Notice>
      ))}
      <Launches launches={launches} />
    </main>
  )
}

const limit = Number(params.limit)

function useWindowLaunches() {
  const path = launchesPath(params, limit)
  const query = useQuery(path, (signal) => request<LaunchesResponse>(path, { signal, keys: {} }))
  const { timeframe, timezone } = params
  const window = query.data?.window
  const { span } = spanIn(timeframe, timezone, window)
  return { ...query, names: window ? nameWindow(window) : windowNames(timeframe, span) }
}

function Launches({ launches }: { launches: ReturnType<typeof useWindowLaunches> }) {
  const { data, error, reload } = launches
  if (error instanceof RequestError && error.status === 401) {
    return (
      <p class="mt-3 text-muted">This ranking is private. Ask the owner of this page for access.</p>
    )
  }
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} class="mt-3" />
  if (!data) {
    return (
      <div aria-busy="true" class="mt-2">
        {Array.from({ length: limit }, (_, index) => (
          <Skeleton key={index} class="my-3 h-9" />
        ))}
      </div>
    )
  }
  const products = data.posts.slice(0, limit)
  return (
    <>
      {products.length === 0 && <p class="mt-3">Nothing launched in this period.</p>}
      <ol aria-label="Products" class="@container mt-2 divide-y divide-line">
        {products.map((product, index) => (
          <li key={product.id} class="relative py-1.5">
            <ProductRow product={product} rank={index + 1} />
          </li>
        ))}
      </ol>
      <p class="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        {products.some(isSample) && <SampleBadge />}
        <a href="/" class="ml-auto font-medium text-accent underline-offset-4 hover:underline">
          Launchboard
        </a>
      </p>
    </>
  )
}
