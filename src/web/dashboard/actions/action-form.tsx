import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action } from '../../api/answers.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { DraftNotice } from '../draft-notice.tsx'
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
import { actionsNotice } from './actions-list.tsx'
import { ACTIONS_ADDRESS } from './addresses.ts'
import { saveAction } from './save-action.ts'

/** `action` is absent while it is a new one. */
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
  usePlaceOfError(form)

  function leave(notice: string) {
    dropDraft(draftKey)
    actionsNotice.value = notice
    route(ACTIONS_ADDRESS)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.submit('save', async (draft) => {
      const { displayName, warnings } = await saveAction(
        action?.name,
        draft.name.trim(),
        detailsOf(draft),
      )
      leave([`${displayName} is saved.`, ...warnings].join(' '))
    })
  }

  return (
    <>
      <form ref={form.element} onSubmit={onSubmit} noValidate class="max-w-2xl space-y-6">
        {form.isRestored && <DraftNotice onDiscard={form.discard} />}
        <ActionFields form={form} isNew={!action} />
        {form.failure !== undefined && <Failure error={form.failure} />}
        <div class="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" isBusy={form.busy !== undefined}>
            Save
          </Button>
          {action && (
            <Button kind="danger" class="ml-auto" onClick={deletion.ask}>
              Delete
            </Button>
          )}
        </div>
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

/** The cursor goes to where the parameters are wrong. */
function usePlaceOfError({ element, errors, values }: Form<ActionDraft>) {
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
          hint="Optional: shown while it runs, such as “Throwing confetti…”."
        />
      </FormSection>
      <FormSection title="What the agent is told">
        <TextField
          label="Name"
          {...field('name')}
          disabled={!isNew}
          autoComplete="off"
          spellcheck={false}
          hint="Exactly the name your page listens for. It cannot be changed later."
        />
        <TextArea
          label="Description"
          {...field('description')}
          hint="What it does and when to use it. The agent decides by this."
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
              Then this is only a label, shown while the agent’s own tool runs.
            </span>
          </span>
        </label>
      </FormSection>
    </>
  )
}
