import { useId } from 'preact/hooks'
import type { Action } from '../../api/response-types.ts'
import type { AgentValues } from './agent-values.ts'

interface ActionsFieldProps {
  values: Pick<AgentValues, 'actions' | 'tools'>
  error: string | undefined
  actions: readonly Action[]
  onChange: (change: Partial<Pick<AgentValues, 'actions' | 'tools'>>) => void
}

/** Checkboxes for the actions and labels that an agent uses. */
export function ActionsField({ values, error, actions, onChange }: ActionsFieldProps) {
  const id = useId()
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
    <fieldset aria-describedby={error && id}>
      <legend class="sr-only">Actions</legend>
      <ul class="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {actions.map(({ name, displayName, type }) => {
          const list = type === 'tool' ? 'tools' : 'actions'
          const selected = values[list]
          const isSelected = selected.includes(name)
          const others = selected.filter((other) => other !== name)
          return (
            <li key={name}>
              <label class="flex items-start gap-2.5 text-sm">
                <input
                  type="checkbox"
                  checked={isSelected}
                  aria-invalid={error ? true : undefined}
                  onChange={() => onChange({ [list]: isSelected ? others : [...others, name] })}
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
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={id} class="mt-2 text-[13px] text-bad wrap-anywhere">
          {error}
        </p>
      )}
    </fieldset>
  )
}
