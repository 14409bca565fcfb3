import { signal } from '@preact/signals'
import { Plus } from 'lucide'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Agent } from '../../api/answers.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { listAll } from '../list-all.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { NEW_AGENT_ADDRESS } from './addresses.ts'
import { AgentsTable } from './agents-table.tsx'

/** What the form says in the list after it is left. */
export const agentsNotice = signal<string | undefined>(undefined)

export function AgentsList() {
  const { route } = useLocation()
  const { data, error, reload } = useLoaded('agents', (signal) =>
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
      lead="Who answers in chats. An agent runs elsewhere and is called at its Deployment URL."
      actions={
        <Button kind="primary" onClick={() => route(NEW_AGENT_ADDRESS)}>
          <Icon node={Plus} />
          Register an agent
        </Button>
      }
    >
      <div class="space-y-4">
        {agentsNotice.value && <Notice tone="good">{agentsNotice.value}</Notice>}
        {error !== undefined && <Failure error={error} onRetry={reload} />}
        {data === undefined && error === undefined && <TableSkeleton label="Loading agents" />}
        {data && data.length > 0 && <AgentsTable agents={data} />}
        {data?.length === 0 && (
          <Empty title="No agent is registered yet">
            Register one with its Deployment URL, test it, and switch it on. To try it out, register
            this service’s own agent.
          </Empty>
        )}
      </div>
    </Page>
  )
}
