import { useId } from 'preact/hooks'

interface SegmentedControlProps<T extends string> {
  /** For screen readers only. */
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice of a few options that are all visible: radio buttons styled as one control. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, options, value, onChange } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      class="inline-flex h-9 rounded-md pointer-coarse:h-11 border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          class="relative flex cursor-pointer items-center rounded px-3 text-sm font-medium text-muted tabular-nums transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            class="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.name}
        </label>
      ))}
    </div>
  )
}
