import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action, Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { FormField, FormFields } from '../form/form-field.tsx'
import { FormSection } from '../form/form-section.tsx'
import { SavedForm } from '../form/saved-form.tsx'
import { type Form, useForm } from '../form/use-form.ts'
import { listing } from '../listing.ts'
import { LoadedPage } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { ActionsField } from './actions-field.tsx'
import { AGENT_FIELDS, DEPLOYMENT, PROFILE, PROVIDER } from './agent-fields.ts'
import { AgentTest } from './agent-test.tsx'
import { withHeaderChanges } from './header-changes.ts'
import { builtInAgent, providerOf } from './providers.ts'
import { WidgetSnippet } from './widget-snippet.tsx'

const PATH = '/v3/ai-agents/agents'
const LIST = '/dashboard/agents'
const NEW_AGENT = { integrateWith: 'ag-ui' }

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
    <LoadedPage
      title={uid === undefined ? 'Register an agent' : (agent?.name ?? uid)}
      back={{ href: LIST, name: 'All agents' }}
      query={query}
    >
      {({ actions }) => <AgentForm agent={agent} actions={actions} onSaved={setSaved} />}
    </LoadedPage>
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
    fields: AGENT_FIELDS,
    saved: agent ?? NEW_AGENT,
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
      { method: agent ? 'PATCH' : 'POST', body: withHeaderChanges(form.body(), agent) },
    )
    onSaved(data)
    form.clear()
    showToast(agent ? `${data.name} was saved.` : `${data.name} was registered.`)
    if (agent) return
    // The service keeps the verdict on an agent as it is registered.
    void testRegistered(data.uid)
    route(`${LIST}?agent=${encodeURIComponent(data.uid)}`, true)
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
                await platform.value.run(({ api }) =>
                  api.DELETE('/v3/ai-agents/agents/{uid}', {
                    params: { path: { uid: agent.uid } },
                  }),
                )
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
        <AgentTest form={form} agent={agent} />
        {agent && <WidgetSnippet uid={agent.uid} />}
      </div>
    </div>
  )
}

function AgentFields({ form, actions }: { form: Form; actions: readonly Action[] }) {
  const provider = `${form.values.integrateWith}`
  const { wire, explained } = providerOf(provider)
  return (
    <>
      <FormSection
        title="Deployment"
        lead="Where the agent runs, and how it is called."
        action={
          <Button onClick={() => form.set(builtInAgent(provider))}>
            Use this service’s own agent
          </Button>
        }
      >
        <FormField form={form} field={{ ...PROVIDER, hint: `Wire: ${wire}. ${explained}` }} />
        <FormFields form={form} fields={DEPLOYMENT} />
      </FormSection>
      <FormSection title="What users see">
        <FormFields form={form} fields={PROFILE} />
      </FormSection>
      <FormSection
        title="Actions"
        lead="What the agent can do in the user’s browser, and labels for its own tools."
      >
        <ActionsField form={form} actions={actions} />
      </FormSection>
    </>
  )
}

function pathOf(uid: string) {
  return `${PATH}/${encodeURIComponent(uid)}`
}

/** What goes wrong is shown by the next test. */
async function testRegistered(uid: string) {
  await platform.value
    .run(({ api }) => api.POST('/v3/ai-agents/agents/test', { body: { uid } }))
    .catch(() => undefined)
}
