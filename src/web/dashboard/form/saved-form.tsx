import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Form } from './use-form.ts'

interface SavedFormProps<Values extends object> {
  form: Form<Values>
  onSave: (values: Values) => Promise<void>
  /** Beside `Save`. */
  buttons?: ComponentChildren
  children: ComponentChildren
}

/** A form with its fields, what went wrong, and `Save`. */
export function SavedForm<Values extends object>(props: SavedFormProps<Values>) {
  const { form, onSave, buttons, children } = props
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.send(onSave)
  }
  return (
    <form
      ref={form.element}
      onSubmit={onSubmit}
      onInvalidCapture={form.onInvalid}
      class="min-w-0 max-w-3xl space-y-6"
    >
      {form.isRestored && (
        <Notice tone="info" action={<Button onClick={form.clear}>Discard</Button>}>
          This is your unsaved draft from earlier.
        </Notice>
      )}
      {children}
      {form.failure !== undefined && <ErrorNotice error={form.failure} />}
      <div class="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          Save
        </Button>
        {buttons}
      </div>
    </form>
  )
}
