import type { ComponentChildren } from 'preact'
import type { QueryResult } from '../api/use-query.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface LoadedProps<T> {
  query: QueryResult<T>
  children: (data: T) => ComponentChildren
}

/** What was loaded; why it could not be, with a way to retry; or a placeholder. */
export function Loaded<T>({ query: { data, error, reload }, children }: LoadedProps<T>) {
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} class="mb-4" />}
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <div role="status" class="space-y-4">
          <span class="sr-only">Loading</span>
          <Skeleton class="h-72 w-full rounded-lg" />
        </div>
      )}
    </>
  )
}
