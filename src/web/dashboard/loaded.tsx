import { Plus } from 'lucide'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useLocation } from 'preact-iso'
import type { QueryResult } from '../api/use-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorNotice, Skeleton } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Listing } from './platform.ts'

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

interface ListPageProps<Item> extends Omit<LoadedPageProps<Listing<Item>>, 'children'> {
  /** Above the table. */
  notice: ComponentChildren
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** Without items: that there are none, and what to do about it. */
  empty: string
  hint: string
}

/** A page with a table of what is registered. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { notice, columns, keyOf, empty, hint, ...page } = props
  return (
    <LoadedPage {...page}>
      {({ data }) => (
        <>
          {notice && <div class="mb-4">{notice}</div>}
          {data.length > 0 ? (
            <Table label={page.title} columns={columns} rows={data} keyOf={keyOf} />
          ) : (
            <EmptyState title={empty}>{hint}</EmptyState>
          )}
        </>
      )}
    </LoadedPage>
  )
}

/** To the form of a new item. */
export function AddButton({ href, children }: { href: string; children: string }) {
  const { route } = useLocation()
  return (
    <Button kind="primary" icon={Plus} onClick={() => route(href)}>
      {children}
    </Button>
  )
}

/** To the form of an item, in its row. */
export function RecordLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      class="inline-flex items-center font-medium wrap-anywhere underline-offset-4 group-hover:underline"
    >
      {children}
    </a>
  )
}
