import type { Action } from '../../api/response-types.ts'
import type { Form } from '../form/use-form.ts'

/** Checkboxes for the actions and labels that an agent uses. */
export function ActionsField({ form, actions }: { form: Form; actions: readonly Action[] }) {
  const error = form.errors.actions ?? form.errors.tools
  if (actions.length === 0) {
    return (
      <p class="text-sm text-muted">
        No frontend actions are registered yet. Create them under{' '}
        <a href="/dashboard/actions" class="underline underline-offset-4 hover:text-ink">
          Actions
        </a>
        .
      </p>
    )
  }

  return (
    <fieldset aria-describedby={error && 'actions-error'}>
      <legend class="sr-only">Actions</legend>
      <ul class="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {actions.map((action) => (
          <li key={action.name}>
            <ActionBox form={form} action={action} isInvalid={error !== undefined} />
          </li>
        ))}
      </ul>
      {error && (
        <p id="actions-error" class="mt-2 text-sm text-bad wrap-anywhere">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ActionBoxProps {
  form: Form
  action: Action
  isInvalid: boolean
}

function ActionBox({ form, action: { name, displayName, type }, isInvalid }: ActionBoxProps) {
  const path = type === 'tool' ? 'tools' : 'actions'
  const selected = new Set([form.values[path]].flat())
  const isSelected = selected.has(name)

  function toggle() {
    if (isSelected) selected.delete(name)
    else selected.add(name)
    form.set({ [path]: [...selected] })
  }

  return (
    <label class="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={isSelected}
        aria-invalid={isInvalid || undefined}
        onChange={toggle}
        class="mt-1 size-4 accent-accent"
      />
      <span class="min-w-0 wrap-anywhere">
        {displayName}
        <span class="block font-mono text-xs text-muted">
          {name}
          {type === 'tool' && ' (its own tool)'}
        </span>
      </span>
    </label>
  )
}
