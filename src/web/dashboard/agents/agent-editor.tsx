import { useState } from 'preact/hooks'
import type { Action, Agent } from '../../api/answers.ts'
import { type Loaded, useLoaded } from '../../api/use-loaded.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../form-skeleton.tsx'
import { listAll } from '../list-all.ts'
import { platform } from '../platform-client.ts'
import { AGENTS_ADDRESS } from './addresses.ts'
import { AgentForm } from './agent-form.tsx'

interface Loadable {
  agent: Agent | undefined
  /** What it may be given: frontend actions, and labels for its own tools. */
  actions: Action[]
}

/** The form of one agent, or of one that is not registered yet. */
export function AgentEditor({ uid }: { uid: string | undefined }) {
  const loaded = useLoaded(`agent ${uid}`, (signal) => load(uid, signal))
  const [name, setName] = useState<string>()
  const title = uid === undefined ? 'Register an agent' : (name ?? loaded.data?.agent?.name ?? uid)

  return (
    <Page
      title={title}
      lead={
        <a href={AGENTS_ADDRESS} class="underline underline-offset-4 hover:text-ink">
          All agents
        </a>
      }
    >
      <Editor loaded={loaded} onSaved={(agent) => setName(agent.name)} />
    </Page>
  )
}

interface EditorProps {
  loaded: Loaded<Loadable>
  onSaved: (agent: Agent) => void
}

function Editor({ loaded: { data, error, reload }, onSaved }: EditorProps) {
  if (data) return <AgentForm agent={data.agent} actions={data.actions} onSaved={onSaved} />
  if (error !== undefined) return <Failure error={error} onRetry={reload} />
  return <FormSkeleton />
}

async function load(uid: string | undefined, signal: AbortSignal): Promise<Loadable> {
  const [agent, actions] = await Promise.all([
    uid === undefined ? undefined : loadAgent(uid, signal),
    listAll<Action>('/v3/ai-agents/tools', signal),
  ])
  return { agent, actions }
}

async function loadAgent(uid: string, signal: AbortSignal) {
  const path = `/v3/ai-agents/agents/${encodeURIComponent(uid)}`
  return (await platform.value.request<{ data: Agent }>(path, { signal })).data
}
