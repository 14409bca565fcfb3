import { INPUT } from './field.tsx'

interface SelectProps {
  id: string
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  value: string
  options: readonly { value: string | number; label: string }[]
  onChange: (value: string) => void
}

/** A native select, without a label. */
export function Select({ value, options, onChange, ...attributes }: SelectProps) {
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      class={`${INPUT} truncate`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
