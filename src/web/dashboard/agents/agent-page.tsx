import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action, Agent } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/notice.tsx'
import { type FieldSpec, valueAt } from '../form/field.ts'
import { FormSection, fillForm, SavedForm } from '../form/form.tsx'
import { FormField, FormFields } from '../form/form-field.tsx'
import { LoadedPage } from '../loaded.tsx'
import { dataOf, listing, pathOf } from '../platform.ts'
import {
  AGENT_FIELDS,
  agentBody,
  builtInAgent,
  DEPLOYMENT,
  PROFILE,
  PROVIDER,
  providerOf,
  USED,
} from './agent-fields.ts'
import { AgentTest } from './agent-test.tsx'
import { WidgetSnippet } from './widget-snippet.tsx'

const AGENTS = '/v3/ai-agents/agents'
const LIST = '/dashboard/agents'
const NEW_AGENT = { integrateWith: 'ag-ui' }

/** The form of an agent, or of a new one if there is no `uid`. */
export function AgentPage({ uid }: { uid: string | undefined }) {
  const query = useQuery(`agent ${uid}`, async (signal) => {
    const [agent, actions] = await Promise.all([
      uid === undefined ? undefined : dataOf<Agent>(pathOf(AGENTS, uid), { signal }),
      listing<Action>('/v3/ai-agents/tools', signal),
    ])
    return { agent, actions: actions.data }
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
  const form = useRef<HTMLFormElement>(null)

  async function save() {
    if (!form.current) return
    const data = await dataOf<Agent>(agent ? pathOf(AGENTS, agent.uid) : AGENTS, {
      method: agent ? 'PATCH' : 'POST',
      body: agentBody(AGENT_FIELDS, form.current, agent),
    })
    onSaved(data)
    showToast(`${data.name} was ${agent ? 'saved' : 'registered'}.`)
    if (agent) return
    // The service keeps the verdict on an agent as it is registered. What fails, the next test shows.
    const body = { uid: data.uid }
    void dataOf(`${AGENTS}/test`, { method: 'POST', body }).catch(() => {})
    route(`${LIST}?agent=${encodeURIComponent(data.uid)}`, true)
  }

  async function remove({ uid, name }: Agent) {
    await dataOf(pathOf(AGENTS, uid), { method: 'DELETE' })
    showToast(`${name} was deleted.`)
    route(LIST)
  }

  return (
    <div class="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <SavedForm
        form={form}
        fields={AGENT_FIELDS}
        saved={agent}
        draftKey={`launchboard-agent:${agent?.uid ?? ''}`}
        onSave={save}
        buttons={
          agent && (
            <ConfirmButton
              label="Delete"
              title={`Delete ${agent.name}?`}
              onConfirm={() => remove(agent)}
            >
              It stops answering. Its earlier messages stay in their conversations.
            </ConfirmButton>
          )
        }
      >
        <AgentFields form={form} saved={agent ?? NEW_AGENT} actions={actions} />
      </SavedForm>
      <div class="min-w-0 space-y-6">
        <AgentTest form={form} agent={agent} />
        {agent && <WidgetSnippet uid={agent.uid} />}
      </div>
    </div>
  )
}

interface AgentFieldsProps {
  form: RefObject<HTMLFormElement | null>
  saved: { integrateWith: string }
  actions: readonly Action[]
}

function AgentFields({ form, saved, actions }: AgentFieldsProps) {
  const [provider, setProvider] = useState(saved.integrateWith)
  const { explained } = providerOf(provider)
  return (
    <>
      <FormSection
        title="Deployment"
        lead="Where the agent runs, and how it is called."
        action={
          <Button onClick={() => form.current && fillForm(form.current, builtInAgent(provider))}>
            Use this service’s own agent
          </Button>
        }
      >
        <div
          onInput={({ target }) => target instanceof HTMLSelectElement && setProvider(target.value)}
        >
          <FormField saved={saved} field={{ ...PROVIDER, hint: explained }} />
        </div>
        <FormFields saved={saved} fields={DEPLOYMENT} />
      </FormSection>
      <FormSection title="What users see">
        <FormFields saved={saved} fields={PROFILE} />
      </FormSection>
      <FormSection
        title="Actions"
        lead="What the agent can do in the user’s browser, and labels for its own tools."
      >
        <ActionBoxes saved={saved} actions={actions} />
      </FormSection>
    </>
  )
}

/** Checkboxes for the actions and labels that an agent uses. */
function ActionBoxes({ saved, actions }: Omit<AgentFieldsProps, 'form'>) {
  const [issue, setIssue] = useState('')
  const fieldOf = ({ type }: Action) => USED.find(({ path }) => path.startsWith(type))
  if (actions.length === 0) {
    return (
      <p class="text-sm text-muted">
        No frontend action is registered yet. Create one under{' '}
        <a href="/dashboard/actions" class="underline underline-offset-4 hover:text-ink">
          Actions
        </a>
        .
      </p>
    )
  }
  return (
    <fieldset
      onInput={() => setIssue('')}
      onInvalidCapture={(event) => {
        event.preventDefault()
        if (event.target instanceof HTMLInputElement) setIssue(event.target.validationMessage)
      }}
    >
      <legend class="sr-only">Actions</legend>
      <ul class="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {actions.map((action) => (
          <li key={action.name}>
            <ActionBox action={action} field={fieldOf(action)} saved={saved} />
          </li>
        ))}
      </ul>
      {issue && <p class="mt-2 text-sm text-bad wrap-anywhere">{issue}</p>}
    </fieldset>
  )
}

interface ActionBoxProps {
  action: Action
  field: FieldSpec | undefined
  saved: unknown
}

function ActionBox({ action: { name, displayName, type }, field, saved }: ActionBoxProps) {
  const path = field?.path ?? ''
  return (
    <label class="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        name={path}
        value={name}
        defaultChecked={[valueAt(path, saved)].flat().includes(name)}
        class="mt-1 size-4 accent-accent"
      />
      <span class="min-w-0 wrap-anywhere">
        {displayName}
        <span class="block font-mono text-muted">
          {name}
          {type === 'tool' && ' (its own tool)'}
        </span>
      </span>
    </label>
  )
}
