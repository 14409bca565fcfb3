import { useState } from 'preact/hooks'
import type { Action, Agent } from '../../api/response-types.ts'
import { type QueryResult, useQuery } from '../../api/use-query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../form-skeleton.tsx'
import { listAll } from '../listing.ts'

import { AgentForm } from './agent-form.tsx'
import { AGENTS_HREF } from './agent-hrefs.ts'
import { loadAgent } from './agent-requests.ts'

interface EditorData {
  agent: Agent | undefined
  /** All registered actions and labels, for the agent to choose from. */
  actions: Action[]
}

/** Edits an agent, or registers one if there is no `uid`. */
export function AgentEditor({ uid }: { uid: string | undefined }) {
  const loaded = useQuery(`agent ${uid}`, (signal) => load(uid, signal))
  const [name, setName] = useState<string>()
  const title = uid === undefined ? 'Register an agent' : (name ?? loaded.data?.agent?.name ?? uid)

  return (
    <Page
      title={title}
      lead={
        <a href={AGENTS_HREF} class="underline underline-offset-4 hover:text-ink">
          All agents
        </a>
      }
    >
      <Editor loaded={loaded} onSaved={(agent) => setName(agent.name)} />
    </Page>
  )
}

interface EditorProps {
  loaded: QueryResult<EditorData>
  onSaved: (agent: Agent) => void
}

function Editor({ loaded: { data, error, reload }, onSaved }: EditorProps) {
  if (data) return <AgentForm agent={data.agent} actions={data.actions} onSaved={onSaved} />
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />
  return <FormSkeleton />
}

async function load(uid: string | undefined, signal: AbortSignal): Promise<EditorData> {
  const [agent, actions] = await Promise.all([
    uid === undefined ? undefined : loadAgent(uid, signal),
    listAll<Action>('/v3/ai-agents/tools', signal),
  ])
  return { agent, actions }
}
