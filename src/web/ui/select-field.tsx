import { ChevronDown } from 'lucide'
import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { Field, INPUT } from './field.tsx'
import { Icon } from './icon.tsx'

interface SelectFieldProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a few: the browser's own list. */
export function SelectField({ options, value, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <div class="relative">
          <select
            {...control}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            class={cx(INPUT, 'appearance-none pr-9')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span class="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
            <Icon node={ChevronDown} />
          </span>
        </div>
      )}
    </Field>
  )
}
