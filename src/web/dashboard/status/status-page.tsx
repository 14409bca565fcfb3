import { useEffect, useState } from 'preact/hooks'
import { access } from '../../api/access-token.ts'
import { request } from '../../api/request.ts'
import type { Status } from '../../api/response-types.ts'
import { type QueryResult, useQuery } from '../../api/use-query.ts'
import { formatClock } from '../../product/format.ts'
import { AccessGate } from '../../shell/access-gate.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PartCard } from './part-card.tsx'

const REFRESH_MS = 10_000

interface StatusReading {
  status: Status
  atMs: number
}

/** The state of the service, refreshed while the tab is visible. */
export function StatusPage() {
  return (
    <Page title="Status" lead="What serves each part of the service, and how well it works.">
      <AccessGate>
        <Parts />
      </AccessGate>
    </Page>
  )
}

function Parts() {
  const loaded = useQuery<StatusReading>('status', readStatus)
  useRefresh(loaded.reload)
  const { data, error, reload } = loaded

  return (
    <div class="space-y-4">
      {error !== undefined && access.value === 'open' && (
        <ErrorNotice error={error} onRetry={reload} />
      )}
      <ul aria-label="Parts" class="grid gap-4 md:grid-cols-3">
        {PARTS.map(({ part, name, about }) => (
          <li key={part}>
            {data && <PartCard name={name} about={about} status={data.status[part]} />}
            {!data && error === undefined && <PartSkeleton />}
          </li>
        ))}
      </ul>
      <Facts loaded={loaded} />
    </div>
  )
}

const PARTS = [
  { part: 'model', name: 'Model', about: 'Answers in the chat' },
  { part: 'ranking', name: 'Ranking', about: 'Products and their votes' },
  { part: 'search', name: 'Search', about: 'Full-text search of products' },
] as const

function Facts({ loaded: { data, error } }: { loaded: QueryResult<StatusReading> }) {
  const at = data && new Date(data.atMs)
  return (
    <p class="flex min-h-6 flex-wrap gap-x-4 text-[13px] text-muted tabular-nums">
      {data && <span>Version {data.status.version}</span>}
      {at && (
        <span>
          Last read at <time dateTime={at.toISOString()}>{formatClock(at)}</time>
          {error === undefined ? ', refreshed every 10 seconds' : '. This may be out of date'}
        </span>
      )}
    </p>
  )
}

function PartSkeleton() {
  return (
    <Card class="min-h-69 space-y-4 p-5">
      <span class="sr-only">Loading</span>
      <Skeleton class="h-5 w-24" />
      <Skeleton class="h-4 w-full" />
      <Skeleton class="h-4 w-2/3" />
    </Card>
  )
}

async function readStatus(signal: AbortSignal): Promise<StatusReading> {
  const status = await request<Status>('/status', { signal })
  return { status, atMs: Date.now() }
}

/** Refreshes at an interval while the tab is visible. */
function useRefresh(refresh: () => void) {
  const [isVisible, setIsVisible] = useState(!document.hidden)
  useEffect(() => {
    const onChange = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  useEffect(() => {
    if (!isVisible) return
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isVisible, refresh])
}
