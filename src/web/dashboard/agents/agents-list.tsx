import { signal } from '@preact/signals'
import { Plus } from 'lucide'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { listAll } from '../listing.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { NEW_AGENT_HREF } from './agent-hrefs.ts'
import { AgentsTable } from './agents-table.tsx'

/** A message of the form that is shown in the list after leaving the form. */
export const agentsNotice = signal<string | undefined>(undefined)

export function AgentsList() {
  const { route } = useLocation()
  const { data, error, reload } = useQuery('agents', (signal) =>
    listAll<Agent>('/v3/ai-agents/agents', signal),
  )
  useEffect(
    () => () => {
      agentsNotice.value = undefined
    },
    [],
  )

  return (
    <Page
      title="Agents"
      lead="The agents that answer in chats. The service calls each at its Deployment URL."
      actions={
        <Button kind="primary" onClick={() => route(NEW_AGENT_HREF)}>
          <Icon node={Plus} />
          Register an agent
        </Button>
      }
    >
      <div class="space-y-4">
        {agentsNotice.value && <Notice tone="good">{agentsNotice.value}</Notice>}
        {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
        {data === undefined && error === undefined && <TableSkeleton label="Loading agents" />}
        {data && data.length > 0 && <AgentsTable agents={data} />}
        {data?.length === 0 && (
          <EmptyState title="No agent is registered yet">
            Register one with its Deployment URL, test it, and switch it on. To try it out, register
            this service’s own agent.
          </EmptyState>
        )}
      </div>
    </Page>
  )
}
