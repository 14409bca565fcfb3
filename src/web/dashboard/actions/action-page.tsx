import { useLocation } from 'preact-iso'
import type { Action } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { FormFields } from '../form/form-field.tsx'
import { FormSection } from '../form/form-section.tsx'
import { SavedForm } from '../form/saved-form.tsx'
import { useForm } from '../form/use-form.ts'
import { LoadedPage } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { ACTION_FIELDS, interfaceOf, NEW_ACTION, WORDING } from './action-fields.ts'
import { loadAction, saveAction } from './save-action.ts'

const LIST = '/dashboard/actions'

/** The form of an action, or of a new one if there is no `name`. */
export function ActionPage({ name }: { name: string | undefined }) {
  const query = useQuery(`action ${name}`, async (signal) => {
    return { action: name === undefined ? undefined : await loadAction(name, signal) }
  })
  return (
    <LoadedPage
      title={name === undefined ? 'New action' : (query.data?.action?.displayName ?? name)}
      back={{ href: LIST, name: 'All actions' }}
      query={query}
    >
      {({ action }) => <ActionForm action={action} />}
    </LoadedPage>
  )
}

function ActionForm({ action }: { action: Action | undefined }) {
  const { route } = useLocation()
  const form = useForm({
    draftKey: `launchboard-action:${action?.name ?? ''}`,
    fields: ACTION_FIELDS,
    saved: action ?? NEW_ACTION,
  })
  const isLabel = form.values.doNotExecute === true

  function leave(message: string) {
    form.clear()
    showToast(message)
    route(LIST)
  }

  async function save() {
    const { displayName, warnings } = await saveAction(action?.name, form.body())
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
              await platform.value.run(({ api }) =>
                api.DELETE('/v3/ai-agents/tools/{name}', {
                  params: { path: { name: action.name } },
                }),
              )
              leave(`${action.displayName} was deleted.`)
            }}
          >
            Agents can no longer call it.
          </ConfirmButton>
        )
      }
    >
      <FormSection title="What users see">
        <FormFields form={form} fields={WORDING} />
      </FormSection>
      <FormSection title="What the agent sees">
        <FormFields form={form} fields={interfaceOf(!action, isLabel)} />
      </FormSection>
    </SavedForm>
  )
}
