import { useState } from 'preact/hooks'
import type { Agent } from '../../api/response-types.ts'
import { formatClock } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { platform } from '../platform-client.ts'
import { agentHref } from './agent-hrefs.ts'
import { AgentIcon } from './agent-icon.tsx'
import { lastTests } from './last-tests.ts'
import { providerOf } from './providers.ts'

export function AgentsTable({ agents }: { agents: readonly Agent[] }) {
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
  const { label, wire } = providerOf(integrateWith)
  return (
    <tr class="group">
      <Cell>
        <div class="flex items-center gap-3">
          <AgentIcon name={name} icon={icon} />
          <div class="min-w-0">
            <a
              href={agentHref(uid)}
              class="font-medium wrap-anywhere underline-offset-4 group-hover:underline"
            >
              {name}
            </a>
            <div class="text-[13px] text-muted wrap-anywhere md:hidden">{label}</div>
            <div class="hidden font-mono text-xs text-muted md:block">{uid}</div>
          </div>
        </div>
      </Cell>
      <Cell class="hidden md:table-cell">
        <div>{label}</div>
        <div class="max-w-52 text-[13px] leading-5 text-muted">{wire}</div>
      </Cell>
      <Cell class="hidden lg:table-cell">
        <div class="max-w-72 truncate font-mono text-xs" title={integrationMeta.baseUrl}>
          {integrationMeta.baseUrl}
        </div>
      </Cell>
      <Cell class="hidden sm:table-cell">
        <LastTestBadge uid={uid} />
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

const TONES = { passed: 'good', warning: 'warn', failed: 'bad' } as const
const WORDS = { passed: 'Passed', warning: 'Warnings', failed: 'Failed' }

function LastTestBadge({ uid }: { uid: string }) {
  const test = lastTests.value[uid]
  if (!test) return <span class="text-muted">Not tested</span>
  const at = new Date(test.atMs)
  return (
    <div class="space-y-0.5">
      <Badge tone={TONES[test.outcome]}>{WORDS[test.outcome]}</Badge>
      <div class="text-xs text-muted tabular-nums">
        <time dateTime={at.toISOString()}>{formatClock(at)}</time>
      </div>
    </div>
  )
}
