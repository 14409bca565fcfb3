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
  return (
    <>
      <DeploymentFields form={form} />
      <ProfileFields form={form} />
      <FormSection
        title="Actions"
        lead="What the agent can do in the user’s browser, and labels for its own tools."
      >
        <ActionsField values={values} error={errors.actions} actions={actions} onChange={set} />
      </FormSection>
    </>
  )
}

interface SectionProps {
  form: Form<AgentDraft>
}

function DeploymentFields({ form }: SectionProps) {
  const { values, errors, set } = form
  return (
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
        {...textProps(form, 'deploymentUrl')}
        inputMode="url"
        autoComplete="off"
        spellcheck={false}
        placeholder="https://agent.example.com/stream"
        hint="Called exactly as written, including the path. This service must be able to reach it."
      />
      <TextField
        label="Agent ID"
        {...textProps(form, 'agentId')}
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
  )
}

function ProfileFields({ form }: SectionProps) {
  return (
    <FormSection title="What users see">
      <TextField label="Name" {...textProps(form, 'name')} autoComplete="off" />
      <TextField
        label="Icon"
        {...textProps(form, 'icon')}
        inputMode="url"
        autoComplete="off"
        spellcheck={false}
        hint="Optional: the URL of a picture. Pictures on other hosts are not shown on this page."
      />
      <TextField
        label="Greeting"
        {...textProps(form, 'greeting')}
        hint="Optional: the first line of an empty chat."
      />
      <TextArea
        label="Introductory message"
        {...textProps(form, 'introduction')}
        hint="Optional: what the agent is good at."
      />
      <TextArea
        label="Suggested messages"
        {...textProps(form, 'suggestions')}
        hint="Optional: one per line, up to 20. Users send them with a click."
      />
    </FormSection>
  )
}

type TextName = Exclude<keyof AgentDraft, 'provider' | 'headers' | 'actions' | 'tools'>

function textProps({ values, errors, set }: Form<AgentDraft>, name: TextName) {
  return {
    value: values[name],
    error: errors[name],
    onInput: (value: string) => set({ [name]: value }),
  }
}

function ProviderHint({ provider }: { provider: string }) {
  const { wire, explained } = providerOf(provider)
  return (
    <>
      Wire: <span class="font-medium text-ink">{wire}</span>. {explained}
    </>
  )
}
