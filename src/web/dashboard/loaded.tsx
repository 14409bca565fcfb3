import type { ComponentChildren, ComponentProps } from 'preact'
import type { QueryResult } from '../api/use-query.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Page } from '../ui/page.tsx'
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
        <div role="status">
          <span class="sr-only">Loading</span>
          <Skeleton class="h-72 w-full rounded-lg" />
        </div>
      )}
    </>
  )
}

type LoadedPageProps<T> = Omit<ComponentProps<typeof Page>, 'children'> & LoadedProps<T>

/** A page of what was loaded. */
export function LoadedPage<T>({ query, children, ...page }: LoadedPageProps<T>) {
  return (
    <Page {...page}>
      <Loaded query={query}>{children}</Loaded>
    </Page>
  )
}
