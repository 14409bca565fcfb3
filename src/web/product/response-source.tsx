import type { SearchResponse } from '../api/response-types.ts'
import { Notice } from '../ui/notice.tsx'
import { formatInstant } from './format.ts'

interface ResponseSourceProps {
  response: Pick<SearchResponse, 'source' | 'asOf' | 'stale' | 'note'>
  timezone?: string | undefined
}

const LABELS: Readonly<Record<SearchResponse['source'], string>> = {
  catalogue: 'this service’s catalogue',
  'product-hunt': 'Product Hunt',
  'show-hn': 'Show HN',
  algolia: 'Algolia',
}

/** The name of a source in a sentence; undefined for one of another agent. */
export function sourceLabel(source: string): string | undefined {
  return Object.entries(LABELS).find(([name]) => name === source)?.[1]
}

/** Which source a response comes from, and how old it is. */
export function ResponseSource({ response, timezone }: ResponseSourceProps) {
  const { source, asOf } = response
  return (
    <p key={asOf} class="text-sm text-muted">
      From {LABELS[source]}, as of{' '}
      <time dateTime={asOf} class="tabular-nums">
        {formatInstant(asOf, timezone)}
      </time>
      .
    </p>
  )
}

/** Warnings about a response: that it is stale, or what the service notes about it. */
export function ResponseNotices({ response, timezone }: ResponseSourceProps) {
  const { stale, note, asOf } = response
  return (
    <>
      {stale && (
        <Notice tone="warn" class="mb-4">
          The source is not responding. These results are from {formatInstant(asOf, timezone)}.
        </Notice>
      )}
      {note && (
        <Notice tone="info" class="mb-4">
          {note}
        </Notice>
      )}
    </>
  )
}
