import { useEffect } from 'preact/hooks'
import { access } from '../../api/access-token.ts'
import { request } from '../../api/request.ts'
import type { Status } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatClock } from '../../product/format.ts'
import { AccessGate } from '../../shell/access-gate.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../loaded.tsx'
import { PartCard } from './part-card.tsx'

const REFRESH_MS = 10_000

const PARTS = [
  { part: 'model', name: 'Model', about: 'Answers in the chat' },
  { part: 'ranking', name: 'Ranking', about: 'Products and their votes' },
  { part: 'search', name: 'Search', about: 'Full-text search of products' },
  { part: 'shared', name: 'Redis', about: 'What the processes of the service share' },
] as const

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
  const query = useQuery('status', async (signal) => {
    const status = await request<Status>('/status', { signal })
    return { status, at: new Date() }
  })
  const { error, reload } = query
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [reload])

  // The form for the token is shown instead.
  if (access.value !== 'open') return null
  return (
    <Loaded query={query}>
      {({ status, at }) => (
        <>
          <ul aria-label="Parts" class="grid gap-4 xl:grid-cols-3">
            {PARTS.map(({ part, name, about }) => {
              const state = status[part]
              return (
                state && (
                  <li key={part}>
                    <PartCard name={name} about={about} part={state} />
                  </li>
                )
              )
            })}
          </ul>
          <p class="mt-4 text-sm text-muted tabular-nums">
            Version {status.version}. Last read at{' '}
            <time dateTime={at.toISOString()}>{formatClock(at)}</time>
            {error === undefined ? ', refreshed every 10 seconds.' : '. This may be out of date.'}
          </p>
        </>
      )}
    </Loaded>
  )
}
