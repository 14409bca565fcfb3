import { Import } from 'lucide'
import { useLocation } from 'preact-iso'
import { request } from '../../api/request.ts'
import type { Action } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, showToast } from '../../ui/notice.tsx'
import type { Column } from '../../ui/table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AddButton, ListPage, RecordLink } from '../loaded.tsx'
import { listing } from '../platform.ts'
import { ACTIONS, ActionPage, importActions } from './action-page.tsx'

/** The list, or the form of one action, depending on the address. */
export function ActionsPage() {
  const { query } = useLocation()
  if ('new' in query) return <ActionPage key="new" name={undefined} />
  if (query.action) return <ActionPage key={query.action} name={query.action} />
  return <ActionsList />
}

function ActionsList() {
  const query = useQuery('actions', (signal) => listing<Action>(ACTIONS, signal))
  const importing = useAction(async () => {
    const own = await request<Record<'actions' | 'tools', Action[]>>('/agent/actions')
    const found = [...own.actions, ...own.tools]
    await importActions(found)
    showToast(`${pluralize(found.length, 'action')} imported.`)
    query.reload()
  })
  return (
    <ListPage
      title="Frontend actions"
      lead="What agents can do in the user’s browser, and labels for their own tools."
      actions={
        <>
          <Button icon={Import} isBusy={importing.isBusy} onClick={importing.run}>
            Import this service’s own
          </Button>
          <AddButton href="/dashboard/actions?new">New action</AddButton>
        </>
      }
      notice={importing.error !== undefined && <ErrorNotice error={importing.error} />}
      query={query}
      columns={COLUMNS}
      keyOf={({ name }) => name}
      empty="No frontend action is registered yet"
      hint="Add one for each thing that your page can do, or import those of this service’s own agent."
    />
  )
}

const COLUMNS: readonly Column<Action>[] = [
  {
    name: 'Name',
    cell: ({ name, displayName }) => (
      <>
        <RecordLink href={`/dashboard/actions?action=${encodeURIComponent(name)}`}>
          {displayName}
        </RecordLink>
        <div class="font-mono text-muted wrap-anywhere">{name}</div>
      </>
    ),
  },
  {
    name: 'Description',
    class: 'hidden md:table-cell',
    cell: ({ description }) => (
      <div class="line-clamp-2 max-w-xl text-muted wrap-anywhere">{description ?? '–'}</div>
    ),
  },
  {
    name: 'Runs',
    class: 'hidden whitespace-nowrap sm:table-cell',
    cell: ({ type }) => (type === 'tool' ? 'In the agent' : 'In the browser'),
  },
]
