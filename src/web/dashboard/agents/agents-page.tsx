import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Switch } from '../../ui/field.tsx'
import { Notice, userMessage } from '../../ui/notice.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AddButton, ListPage, RecordLink } from '../loaded.tsx'
import { dataOf, listing, pathOf } from '../platform.ts'
import { providerOf } from './agent-fields.ts'
import { AgentPage } from './agent-page.tsx'
import { LastTest } from './agent-test.tsx'

/** The list, or the form of one agent, depending on the address. */
export function AgentsPage() {
  const { query } = useLocation()
  if ('new' in query) return <AgentPage key="new" uid={undefined} />
  if (query.agent) return <AgentPage key={query.agent} uid={query.agent} />
  return <AgentsList />
}

function AgentsList() {
  const query = useQuery('agents', (signal) => listing<Agent>('/v3/ai-agents/agents', signal))
  const [issue, setIssue] = useState<string>()
  const answers: Column<Agent> = {
    name: 'Answers',
    class: 'text-right',
    cell: (agent) => <AnswersSwitch agent={agent} onIssue={setIssue} />,
  }
  return (
    <ListPage
      title="Agents"
      lead="The agents that answer in chats. The service calls each at its Deployment URL."
      actions={<AddButton href="/dashboard/agents?new">Register an agent</AddButton>}
      notice={issue && <Notice tone="bad">{issue}</Notice>}
      query={query}
      columns={[...COLUMNS, answers]}
      keyOf={({ uid }) => uid}
      empty="No agent is registered yet"
      hint="Register one with its Deployment URL, test it, and switch it on."
    />
  )
}

const COLUMNS: readonly Column<Agent>[] = [
  {
    name: 'Name',
    cell: ({ uid, name, icon, integrateWith }) => (
      <div class="flex items-center gap-3">
        <Tile name={name} image={ownPicture(icon)} class="size-8" />
        <div class="min-w-0">
          <RecordLink href={`/dashboard/agents?agent=${encodeURIComponent(uid)}`}>
            {name}
          </RecordLink>
          <p class="text-muted wrap-anywhere md:hidden">{providerOf(integrateWith).label}</p>
        </div>
      </div>
    ),
  },
  {
    name: 'Provider',
    class: 'hidden md:table-cell',
    cell: ({ integrateWith }) => providerOf(integrateWith).label,
  },
  {
    name: 'Deployment URL',
    class: 'hidden lg:table-cell',
    cell: ({ integrationMeta: { baseUrl } }) => (
      <div class="max-w-72 truncate font-mono" title={baseUrl}>
        {baseUrl}
      </div>
    ),
  },
  {
    name: 'Last test',
    class: 'hidden sm:table-cell',
    cell: (agent) => <LastTest agent={agent} />,
  },
]

/** The page makes no requests to other hosts. */
function ownPicture(icon: string | undefined) {
  return icon && URL.canParse(icon) && new URL(icon).origin === location.origin ? icon : null
}

interface AnswersSwitchProps {
  agent: Agent
  onIssue: (issue: string | undefined) => void
}

/** Switches at once, and back if the service rejects the change. */
function AnswersSwitch({ agent: { uid, name, isActive }, onIssue }: AnswersSwitchProps) {
  const [isOn, setIsOn] = useState(isActive)
  const { run, isBusy } = useAction(async () => {
    const wanted = !isOn
    setIsOn(wanted)
    onIssue(undefined)
    const change = { method: 'PATCH', body: { isActive: wanted } } as const
    await dataOf(pathOf('/v3/ai-agents/agents', uid), change).catch((error: unknown) => {
      setIsOn(!wanted)
      onIssue(`${name} was not switched ${wanted ? 'on' : 'off'}: ${userMessage(error)}`)
    })
  })
  return <Switch aria-label={`${name} answers`} aria-busy={isBusy} checked={isOn} onChange={run} />
}
