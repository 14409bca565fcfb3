import type { Action } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FormSection } from '../form/form-section.tsx'
import type { Form } from '../form/use-form.ts'
import { ActionsField } from './actions-field.tsx'
import { type AgentValues, builtInAgent, headersIssue } from './agent-values.ts'
import { PROVIDERS, providerOf } from './providers.ts'

interface AgentFieldsProps {
  form: Form<AgentValues>
  actions: readonly Action[]
}

/** All fields of an agent, in three sections. */
export function AgentFields({ form, actions }: AgentFieldsProps) {
  const { values, errors, set, text } = form
  const { wire, explained } = providerOf(values.integrateWith)
  return (
    <>
      <FormSection
        title="Deployment"
        lead="Where the agent runs, and how it is called."
        action={
          <Button onClick={() => set(builtInAgent(values.integrateWith))}>
            Use this service’s own agent
          </Button>
        }
      >
        <SelectField
          label="Provider"
          value={values.integrateWith}
          error={errors.integrateWith}
          options={PROVIDERS}
          onChange={(integrateWith) => set({ integrateWith })}
          hint={`Wire: ${wire}. ${explained}`}
        />
        <TextField
          label="Deployment URL"
          {...text('integrationMeta.baseUrl')}
          required
          pattern="\s*https?://.+"
          issue="Enter the full URL of the agent, such as https://agent.example.com/stream."
          inputMode="url"
          spellcheck={false}
          hint="Called exactly as written, with its path. This service must be able to reach it."
        />
        <TextField
          label="Agent ID"
          {...text('integrationMeta.agentId')}
          required
          issue="Enter the agent’s ID in its deployment."
          spellcheck={false}
          hint="The agent’s name in its deployment, such as its registry key."
        />
        <TextArea
          label="Headers"
          {...text('integrationMeta.headers')}
          validity={headersIssue(values['integrationMeta.headers'])}
          isCode
          rows={2}
          placeholder="Authorization: Bearer …"
          hint="Optional: sent with every call, one per line. Stored values are never shown again: leave ••• to keep one."
        />
      </FormSection>
      <FormSection title="What users see">
        <TextField label="Name" {...text('name')} required issue="Enter a name." />
        <TextField
          label="Icon"
          {...text('icon')}
          inputMode="url"
          spellcheck={false}
          hint="Optional: the URL of a picture. Pictures on other hosts are not shown on this page."
        />
        <TextField
          label="Greeting"
          {...text('metaData.greetingMessage')}
          hint="Optional: the first line of an empty chat."
        />
        <TextArea
          label="Introductory message"
          {...text('metaData.introductoryMessage')}
          hint="Optional: what the agent is good at."
        />
        <TextArea
          label="Suggested messages"
          {...text('metaData.suggestedMessages')}
          hint="Optional: one per line, up to 20. Users send them with a click."
        />
      </FormSection>
      <FormSection
        title="Actions"
        lead="What the agent can do in the user’s browser, and labels for its own tools."
      >
        <ActionsField
          values={values}
          error={errors.actions ?? errors.tools}
          actions={actions}
          onChange={set}
        />
      </FormSection>
    </>
  )
}
