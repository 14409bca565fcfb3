import { Import, Plus } from 'lucide'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { listing } from '../listing.ts'
import { Loaded } from '../loaded.tsx'
import { ActionPage } from './action-page.tsx'
import { importOwnActions } from './save-action.ts'

/** The list, or the form of one action, depending on the address. */
export function ActionsPage() {
  const { query } = useLocation()
  if ('new' in query) return <ActionPage key="new" name={undefined} />
  if (query.action) return <ActionPage key={query.action} name={query.action} />
  return <ActionsList />
}

function ActionsList() {
  const { route } = useLocation()
  const [isImporting, setIsImporting] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const query = useQuery('actions', (signal) => listing<Action>('/v3/ai-agents/tools', signal))

  async function importOwn() {
    setIsImporting(true)
    setFailure(undefined)
    try {
      showToast(`${pluralize(await importOwnActions(), 'action')} imported.`)
      query.reload()
    } catch (error) {
      setFailure(error)
    }
    setIsImporting(false)
  }

  return (
    <Page
      title="Frontend actions"
      lead="What agents can do in the user’s browser, and labels for their own tools."
      actions={
        <>
          <Button isBusy={isImporting} onClick={importOwn}>
            <Icon node={Import} />
            Import this service’s own
          </Button>
          <Button kind="primary" onClick={() => route('/dashboard/actions?new')}>
            <Icon node={Plus} />
            New action
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorNotice error={failure} class="mb-4" />}
      <Loaded query={query}>
        {({ data: actions }) =>
          actions.length > 0 ? (
            <ActionsTable actions={actions} />
          ) : (
            <EmptyState title="No frontend action is registered yet">
              Add one for each thing that your page can do, or import those of this service’s own
              agent.
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

function ActionsTable({ actions }: { actions: readonly Action[] }) {
  return (
    <Table
      label="Frontend actions"
      head={
        <>
          <HeadCell>Name</HeadCell>
          <HeadCell class="hidden md:table-cell">Description</HeadCell>
          <HeadCell class="hidden sm:table-cell">Runs</HeadCell>
        </>
      }
    >
      {actions.map(({ name, displayName, description, type }) => (
        <tr key={name} class="group transition-colors hover:bg-sunken">
          <Cell>
            <a
              href={`/dashboard/actions?action=${encodeURIComponent(name)}`}
              class="font-medium wrap-anywhere underline-offset-4 group-hover:underline"
            >
              {displayName}
            </a>
            <div class="font-mono text-xs text-muted wrap-anywhere">{name}</div>
          </Cell>
          <Cell class="hidden md:table-cell">
            <div class="line-clamp-2 max-w-xl text-muted wrap-anywhere">{description ?? '–'}</div>
          </Cell>
          <Cell class="hidden whitespace-nowrap sm:table-cell">
            {type === 'tool' ? 'In the agent' : 'In the browser'}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
