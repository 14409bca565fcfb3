import { useLocation } from 'preact-iso'
import type { Action } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { FormSection } from '../form/form-section.tsx'
import { SavedForm } from '../form/saved-form.tsx'
import { type Form, useForm } from '../form/use-form.ts'
import { Loaded } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { jsonIssue } from './json-issue.ts'
import { loadAction, saveAction } from './save-action.ts'

const LIST = '/dashboard/actions'

/** The form of an action, or of a new one if there is no `name`. */
export function ActionPage({ name }: { name: string | undefined }) {
  const query = useQuery(`action ${name}`, async (signal) => {
    return { action: name === undefined ? undefined : await loadAction(name, signal) }
  })
  return (
    <Page
      title={name === undefined ? 'New action' : (query.data?.action?.displayName ?? name)}
      lead={
        <a href={LIST} class="underline underline-offset-4 hover:text-ink">
          All actions
        </a>
      }
    >
      <Loaded query={query}>{({ action }) => <ActionForm action={action} />}</Loaded>
    </Page>
  )
}

/** The fields of the form, under the names of the service. */
interface ActionValues {
  displayName: string
  executionText: string
  name: string
  description: string
  /** JSON Schema, as text. */
  parameters: string
  /** The agent runs it itself: this is only a label for it. */
  doNotExecute: boolean
}

const EXAMPLE = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string', description: 'What is shown to the user.' } },
}

function valuesOf(action: Action | undefined): ActionValues {
  return {
    displayName: action?.displayName ?? '',
    executionText: action?.executionText ?? '',
    name: action?.name ?? '',
    description: action?.description ?? '',
    parameters: JSON.stringify(action?.parameters ?? EXAMPLE, undefined, 2),
    doNotExecute: action?.doNotExecute ?? false,
  }
}

function ActionForm({ action }: { action: Action | undefined }) {
  const { route } = useLocation()
  const draftKey = `launchboard-action:${action?.name ?? ''}`
  const form = useForm({ draftKey, initial: valuesOf(action) })

  function leave(message: string) {
    form.clear()
    showToast(message)
    route(LIST)
  }

  async function save(values: ActionValues) {
    const { name, doNotExecute } = values
    const { displayName, warnings } = await saveAction(action?.name, name.trim(), {
      displayName: values.displayName.trim(),
      executionText: values.executionText.trim() || null,
      description: values.description.trim() || null,
      parameters: JSON.parse(values.parameters),
      doNotExecute,
    })
    leave([`${displayName} was saved.`, ...warnings].join(' '))
  }

  return (
    <SavedForm
      form={form}
      onSave={save}
      buttons={
        action && (
          <ConfirmButton
            label="Delete"
            title={`Delete ${action.displayName}?`}
            onConfirm={async () => {
              await platform.value.run((client) => client.actions.delete(action.name))
              leave(`${action.displayName} was deleted.`)
            }}
          >
            Agents can no longer call it.
          </ConfirmButton>
        )
      }
    >
      <ActionFields form={form} isNew={!action} />
    </SavedForm>
  )
}

function ActionFields({ form, isNew }: { form: Form<ActionValues>; isNew: boolean }) {
  const { values, text, set } = form
  return (
    <>
      <FormSection title="What users see">
        <TextField
          label="Display name"
          {...text('displayName')}
          required
          issue="Enter a name for users to see."
        />
        <TextField
          label="Execution text"
          {...text('executionText')}
          hint="Optional. Shown while it runs, such as “Throwing confetti…”."
        />
      </FormSection>
      <FormSection title="What the agent sees">
        <TextField
          label="Name"
          {...text('name')}
          required
          issue="Enter the name that your page listens for."
          disabled={!isNew}
          spellcheck={false}
          hint="Exactly the name that your page listens for. It cannot be changed later."
        />
        <TextArea
          label="Description"
          {...text('description')}
          required={!values.doNotExecute}
          issue="Describe what it does and when to use it, so that the agent can decide."
          hint="What it does and when to use it. The agent decides based on this."
        />
        <TextArea
          label="Parameters"
          {...text('parameters')}
          validity={jsonIssue(values.parameters)}
          isCode
          rows={12}
          hint="A JSON Schema of type object. Describe each property: the agent fills them in."
        />
        <label class="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={values.doNotExecute}
            onChange={({ currentTarget }) => set({ doNotExecute: currentTarget.checked })}
            class="mt-1 size-4 accent-accent"
          />
          <span>
            The agent runs it itself
            <span class="block text-muted">
              This is then only a label, shown while the agent’s own tool runs.
            </span>
          </span>
        </label>
      </FormSection>
    </>
  )
}
