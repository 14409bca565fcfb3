import type { Action } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FormSection } from '../form-section.tsx'
import type { Form } from '../use-form.ts'
import { ActionsField } from './actions-field.tsx'
import { type AgentDraft, builtInAgent } from './agent-draft.ts'
import { HeadersField } from './headers-field.tsx'
import { PROVIDERS, providerOf } from './providers.ts'

interface AgentFieldsProps {
  form: Form<AgentDraft>
  actions: readonly Action[]
}

/** All fields of an agent, in three sections. */
export function AgentFields({ form, actions }: AgentFieldsProps) {
  const { values, errors, set } = form
  const field = (name: TextName) => ({
    value: values[name],
    error: errors[name],
    onInput: (value: string) => set({ [name]: value }),
  })
  return (
    <>
      <FormSection
        title="Deployment"
        lead="Where the agent runs, and how it is called."
        action={
          <Button onClick={() => set(builtInAgent(values.provider))}>
            Use this service’s own agent
          </Button>
        }
      >
        <SelectField
          label="Provider"
          value={values.provider}
          error={errors.provider}
          options={PROVIDERS}
          onChange={(provider) => set({ provider })}
          hint={<ProviderHint provider={values.provider} />}
        />
        <TextField
          label="Deployment URL"
          {...field('deploymentUrl')}
          inputMode="url"
          autoComplete="off"
          spellcheck={false}
          placeholder="https://agent.example.com/stream"
          hint="Called exactly as written, including the path. This service must be able to reach it."
        />
        <TextField
          label="Agent ID"
          {...field('agentId')}
          autoComplete="off"
          spellcheck={false}
          hint="The agent’s name in its deployment, such as its registry key."
        />
        <HeadersField
          rows={values.headers}
          error={errors.headers}
          onChange={(headers) => set({ headers })}
        />
      </FormSection>
      <FormSection title="What users see">
        <TextField label="Name" {...field('name')} autoComplete="off" />
        <TextField
          label="Icon"
          {...field('icon')}
          inputMode="url"
          autoComplete="off"
          spellcheck={false}
          hint="Optional: the URL of a picture. Pictures on other hosts are not shown on this page."
        />
        <TextField
          label="Greeting"
          {...field('greeting')}
          hint="Optional: the first line of an empty chat."
        />
        <TextArea
          label="Introductory message"
          {...field('introduction')}
          hint="Optional: what the agent is good at."
        />
        <TextArea
          label="Suggested messages"
          {...field('suggestions')}
          hint="Optional: one per line, up to 20. Users send them with a click."
        />
      </FormSection>
      <FormSection
        title="Actions"
        lead="What the agent can do in the user’s browser, and labels for its own tools."
      >
        <ActionsField values={values} error={errors.actions} actions={actions} onChange={set} />
      </FormSection>
    </>
  )
}

function ProviderHint({ provider }: { provider: string }) {
  const { wire, explained } = providerOf(provider)
  return (
    <>
      Wire: <span class="font-medium text-ink">{wire}</span>. {explained}
    </>
  )
}

type TextName = Exclude<keyof AgentDraft, 'provider' | 'headers' | 'actions' | 'tools'>
