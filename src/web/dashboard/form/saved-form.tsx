import type { ComponentChildren } from 'preact'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { submitting } from '../../ui/use-action.ts'
import type { Form } from './use-form.ts'

interface SavedFormProps {
  form: Form
  onSave: () => Promise<void>
  label?: string
  /** There is nothing to save yet. */
  isUnchanged?: boolean
  /** At the end. */
  buttons?: ComponentChildren
  children: ComponentChildren
}

/** A form with its fields, what went wrong, and what can be done with the changes. */
export function SavedForm(props: SavedFormProps) {
  const { form, onSave, label = 'Save', isUnchanged = false, buttons, children } = props
  const count = Object.keys(form.changes).length
  return (
    <form
      ref={form.element}
      onSubmit={submitting(() => form.send(onSave))}
      onInvalidCapture={form.onInvalid}
      class="min-w-0 max-w-3xl space-y-6"
    >
      {form.isRestored && <Notice tone="info">This is your unsaved draft from earlier.</Notice>}
      {children}
      {form.failure !== undefined && <ErrorNotice error={form.failure} />}
      <div class="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" isBusy={form.isBusy || isUnchanged}>
          {label}
        </Button>
        {count > 0 && <Button onClick={form.clear}>Discard</Button>}
        <p role="status" class="px-1 text-sm text-muted">
          {count > 0 && pluralize(count, 'unsaved change')}
        </p>
        {buttons}
      </div>
    </form>
  )
}
