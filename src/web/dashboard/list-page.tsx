import { Plus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import type { QueryResult } from '../api/use-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Listing } from './listing.ts'
import { LoadedPage } from './loaded.tsx'

interface ListPageProps<Item> {
  /** Of the page and the table. */
  title: string
  lead: string
  actions: ComponentChildren
  /** Above the table. */
  notice: ComponentChildren
  query: QueryResult<Listing<Item>>
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  /** Without items: that there are none, and what to do about it. */
  empty: string
  hint: string
}

/** A page with a table of what is registered. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, lead, actions, notice, query, columns, keyOf, empty, hint } = props
  return (
    <LoadedPage title={title} lead={lead} actions={actions} query={query}>
      {({ data }) => (
        <>
          {notice && <div class="mb-4">{notice}</div>}
          {data.length > 0 ? (
            <Table label={title} columns={columns} rows={data} keyOf={keyOf} />
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
