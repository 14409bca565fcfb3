import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action } from '../../api/response-types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { FormSection } from '../form-section.tsx'
import { platform } from '../platform-client.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { dropDraft, type Form, useForm } from '../use-form.ts'
import {
  type ActionDraft,
  checkDraft,
  describe,
  detailsOf,
  draftOf,
  fieldOf,
  NEW_ACTION,
  offsetIn,
} from './action-draft.ts'
import { ACTIONS_HREF } from './action-hrefs.ts'
import { saveAction } from './action-requests.ts'
import { actionsNotice } from './actions-list.tsx'

/** `action` is undefined for a new one. */
export function ActionForm({ action }: { action: Action | undefined }) {
  const { route } = useLocation()
  const draftKey = `launchboard-action:${action?.name ?? ''}`
  const initial = action ? draftOf(action) : NEW_ACTION
  const form = useForm({ draftKey, initial, check: checkDraft, fieldOf, describe })
  const deletion = useConfirmation(async () => {
    if (!action) return
    await platform.value.run((client) => client.actions.delete(action.name))
    leave(`${action.displayName} was deleted.`)
  })
  useErrorSelection(form)

  function leave(notice: string) {
    dropDraft(draftKey)
    actionsNotice.value = notice
    route(ACTIONS_HREF)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.submit('save', async (draft) => {
      const { displayName, warnings } = await saveAction(
        action?.name,
        draft.name.trim(),
        detailsOf(draft),
      )
      leave([`${displayName} was saved.`, ...warnings].join(' '))
    })
  }

  return (
    <>
      <form ref={form.element} onSubmit={onSubmit} noValidate class="max-w-2xl space-y-6">
        {form.isRestored && <DraftNotice onDiscard={form.discard} />}
        <ActionFields form={form} isNew={!action} />
        {form.failure !== undefined && <ErrorNotice error={form.failure} />}
        <FormButtons
          isBusy={form.busy !== undefined}
          onDelete={action ? deletion.ask : undefined}
        />
      </form>
      {action && deletion.isAsking && (
        <ConfirmDialog
          title={`Delete ${action.displayName}?`}
          action="Delete"
          isBusy={deletion.isBusy}
          error={deletion.error}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          Agents can no longer call it.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Selects the position of an error in the parameters. */
function useErrorSelection({ element, errors, values }: Form<ActionDraft>) {
  useEffect(() => {
    const area = element.current?.querySelector<HTMLTextAreaElement>('[name=parameters]')
    const offset = errors.parameters && offsetIn(values.parameters, errors.parameters)
    if (area && typeof offset === 'number') area.setSelectionRange(offset, offset + 1)
  }, [errors])
}

function ActionFields({ form, isNew }: { form: Form<ActionDraft>; isNew: boolean }) {
  const { values, errors, set } = form
  const field = (name: Exclude<keyof ActionDraft, 'isLabel'>) => ({
    value: values[name],
    error: errors[name],
    onInput: (value: string) => set({ [name]: value }),
  })
  return (
    <>
      <FormSection title="What users see">
        <TextField label="Display name" {...field('displayName')} autoComplete="off" />
        <TextField
          label="Execution text"
          {...field('executionText')}
          autoComplete="off"
          hint="Optional. Shown while it runs, such as “Throwing confetti…”."
        />
      </FormSection>
      <FormSection title="What the agent sees">
        <TextField
          label="Name"
          {...field('name')}
          disabled={!isNew}
          autoComplete="off"
          spellcheck={false}
          hint="Exactly the name that your page listens for. It cannot be changed later."
        />
        <TextArea
          label="Description"
          {...field('description')}
          hint="What it does and when to use it. The agent decides based on this."
        />
        <TextArea
          label="Parameters"
          name="parameters"
          {...field('parameters')}
          isCode
          rows={12}
          hint="A JSON Schema of type object. Describe each property: the agent fills them in."
        />
        <label class="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={values.isLabel}
            onChange={({ currentTarget }) => set({ isLabel: currentTarget.checked })}
            class="mt-1 size-4 accent-accent"
          />
          <span>
            The agent runs it itself
            <span class="block text-[13px] text-muted">
              This is then only a label, shown while the agent’s own tool runs.
            </span>
          </span>
        </label>
      </FormSection>
    </>
  )
}
