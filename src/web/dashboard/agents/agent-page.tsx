import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action, Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Page } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { SavedForm } from '../form/saved-form.tsx'
import { useForm } from '../form/use-form.ts'
import { listing } from '../listing.ts'
import { Loaded } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { AgentFields } from './agent-fields.tsx'
import { AgentTest } from './agent-test.tsx'
import { bodyOf, NEW_AGENT, valuesOf, withoutSecrets } from './agent-values.ts'
import { WidgetPreview } from './widget-preview.tsx'
import { WidgetSnippet } from './widget-snippet.tsx'

const PATH = '/v3/ai-agents/agents'
const LIST = '/dashboard/agents'

/** The form of an agent, or of a new one if there is no `uid`. */
export function AgentPage({ uid }: { uid: string | undefined }) {
  const query = useQuery(`agent ${uid}`, async (signal) => {
    const [agent, actions] = await Promise.all([
      uid === undefined
        ? undefined
        : platform.value.request<{ data: Agent }>(pathOf(uid), { signal }),
      listing<Action>('/v3/ai-agents/tools', signal),
    ])
    return { agent: agent?.data, actions: actions.data }
  })
  const [saved, setSaved] = useState<Agent>()
  const agent = saved ?? query.data?.agent
  return (
    <Page
      title={uid === undefined ? 'Register an agent' : (agent?.name ?? uid)}
      lead={
        <a href={LIST} class="underline underline-offset-4 hover:text-ink">
          All agents
        </a>
      }
    >
      <Loaded query={query}>
        {({ actions }) => <AgentForm agent={agent} actions={actions} onSaved={setSaved} />}
      </Loaded>
    </Page>
  )
}

interface AgentFormProps {
  agent: Agent | undefined
  actions: readonly Action[]
  onSaved: (agent: Agent) => void
}

function AgentForm({ agent, actions, onSaved }: AgentFormProps) {
  const { route } = useLocation()
  const form = useForm({
    draftKey: `launchboard-agent:${agent?.uid ?? ''}`,
    initial: agent ? valuesOf(agent) : NEW_AGENT,
    withoutSecrets,
  })

  function leave(message: string) {
    form.clear()
    showToast(message)
    route(LIST)
  }

  async function save() {
    const { data } = await platform.value.request<{ data: Agent }>(
      agent ? pathOf(agent.uid) : PATH,
      // Not the typed client, which cannot remove a greeting or an icon: `null` does.
      { method: agent ? 'PATCH' : 'POST', body: bodyOf(form.values) },
    )
    if (!agent) return leave(`${data.name} was registered. Switch it on to let it answer.`)
    onSaved(data)
    form.clear()
    showToast(`${data.name} was saved.`)
  }

  return (
    <div class="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <SavedForm
        form={form}
        onSave={save}
        buttons={
          agent && (
            <ConfirmButton
              label="Delete"
              title={`Delete ${agent.name}?`}
              onConfirm={async () => {
                await platform.value.run((client) => client.agents.delete(agent.uid))
                leave(`${agent.name} was deleted.`)
              }}
            >
              It stops answering. Its earlier messages stay in their conversations.
            </ConfirmButton>
          )
        }
      >
        <AgentFields form={form} actions={actions} />
      </SavedForm>
      <div class="min-w-0 space-y-6">
        <AgentTest form={form} uid={agent?.uid} />
        <WidgetPreview values={form.values} />
        {agent && <WidgetSnippet uid={agent.uid} />}
      </div>
    </div>
  )
}

function pathOf(uid: string) {
  return `${PATH}/${encodeURIComponent(uid)}`
}
