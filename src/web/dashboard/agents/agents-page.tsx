import { Plus } from 'lucide'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { listing } from '../listing.ts'
import { Loaded } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { AgentIcon } from './agent-icon.tsx'
import { AgentPage } from './agent-page.tsx'
import { lastTests } from './last-tests.ts'
import { providerOf } from './providers.ts'

/** The list, or the form of one agent, depending on the address. */
export function AgentsPage() {
  const { query } = useLocation()
  if ('new' in query) return <AgentPage key="new" uid={undefined} />
  if (query.agent) return <AgentPage key={query.agent} uid={query.agent} />
  return <AgentsList />
}

function AgentsList() {
  const { route } = useLocation()
  const query = useQuery('agents', (signal) => listing<Agent>('/v3/ai-agents/agents', signal))
  return (
    <Page
      title="Agents"
      lead="The agents that answer in chats. The service calls each at its Deployment URL."
      actions={
        <Button kind="primary" onClick={() => route('/dashboard/agents?new')}>
          <Icon node={Plus} />
          Register an agent
        </Button>
      }
    >
      <Loaded query={query}>
        {({ data: agents }) =>
          agents.length > 0 ? (
            <AgentsTable agents={agents} />
          ) : (
            <EmptyState title="No agent is registered yet">
              Register one with its Deployment URL, test it, and switch it on. To try it out,
              register this service’s own agent.
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

function AgentsTable({ agents }: { agents: readonly Agent[] }) {
  const [issue, setIssue] = useState<string>()
  return (
    <>
      {issue && <Notice tone="bad">{issue}</Notice>}
      <Table
        label="Agents"
        head={
          <>
            <HeadCell>Name</HeadCell>
            <HeadCell class="hidden md:table-cell">Provider</HeadCell>
            <HeadCell class="hidden lg:table-cell">Deployment URL</HeadCell>
            <HeadCell class="hidden sm:table-cell">Last test</HeadCell>
            <HeadCell class="text-right">Answers</HeadCell>
          </>
        }
      >
        {agents.map((agent) => (
          <AgentRow key={agent.uid} agent={agent} onIssue={setIssue} />
        ))}
      </Table>
    </>
  )
}

interface AgentRowProps {
  agent: Agent
  onIssue: (issue: string | undefined) => void
}

function AgentRow({ agent, onIssue }: AgentRowProps) {
  const { uid, name, icon, integrateWith, integrationMeta } = agent
  const { label } = providerOf(integrateWith)
  return (
    <tr class="group transition-colors hover:bg-sunken">
      <Cell>
        <div class="flex items-center gap-3">
          <AgentIcon name={name} icon={icon} />
          <div class="min-w-0">
            <a
              href={`/dashboard/agents?agent=${encodeURIComponent(uid)}`}
              class="font-medium wrap-anywhere underline-offset-4 group-hover:underline"
            >
              {name}
            </a>
            <p class="text-sm text-muted wrap-anywhere md:hidden">{label}</p>
          </div>
        </div>
      </Cell>
      <Cell class="hidden md:table-cell">{label}</Cell>
      <Cell class="hidden lg:table-cell">
        <div class="max-w-72 truncate font-mono text-xs" title={integrationMeta.baseUrl}>
          {integrationMeta.baseUrl}
        </div>
      </Cell>
      <Cell class="hidden sm:table-cell">
        <LastTest uid={uid} />
      </Cell>
      <Cell class="text-right">
        <AnswersSwitch agent={agent} onIssue={onIssue} />
      </Cell>
    </tr>
  )
}

/** Switches at once, and back if the service rejects the change. */
function AnswersSwitch({ agent, onIssue }: AgentRowProps) {
  const { uid, name } = agent
  const [isOn, setIsOn] = useState(agent.isActive)
  const [isBusy, setIsBusy] = useState(false)

  async function change(isActive: boolean) {
    setIsOn(isActive)
    setIsBusy(true)
    onIssue(undefined)
    try {
      await platform.value.run((client) => client.agents.change(uid, { isActive }))
    } catch (error) {
      setIsOn(!isActive)
      onIssue(`${name} was not switched ${isActive ? 'on' : 'off'}: ${errorMessage(error)}`)
    }
    setIsBusy(false)
  }

  return <Switch label={`${name} answers`} isOn={isOn} isBusy={isBusy} onChange={change} />
}

function LastTest({ uid }: { uid: string }) {
  switch (lastTests.value[uid]) {
    case 'passed':
      return <Badge tone="good">Passed</Badge>
    case 'warning':
      return <Badge tone="warn">Warning</Badge>
    case 'failed':
      return <Badge tone="bad">Failed</Badge>
    default:
      return <span class="text-muted">Not tested</span>
  }
}
