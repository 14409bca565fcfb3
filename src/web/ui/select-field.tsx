import { ChevronDown } from 'lucide'
import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { Field, INPUT } from './field.tsx'
import { Icon } from './icon.tsx'

interface SelectProps {
  id: string
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A native select without a label. */
export function Select({ value, options, onChange, ...attributes }: SelectProps) {
  return (
    <div class="relative">
      <select
        {...attributes}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        class={cx(INPUT, 'appearance-none truncate pr-9')}
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
  )
}

interface SelectFieldProps extends Pick<SelectProps, 'value' | 'options' | 'onChange'> {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
}

export function SelectField({ options, value, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => <Select {...control} value={value} options={options} onChange={onChange} />}
    </Field>
  )
}
