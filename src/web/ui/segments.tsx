import { useId } from 'preact/hooks'

interface SegmentsProps<T extends string> {
  /** Said by screen readers alone: what is to choose from shows what it is about. */
  label: string
  options: readonly { value: T; name: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few, all of them in sight: radio buttons that look like one control. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, options, value, onChange } = props
  const group = useId()
  return (
    <fieldset class="inline-flex h-9 rounded-md border border-line bg-sunken p-0.5">
      <legend class="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          class="relative flex cursor-pointer items-center rounded px-3 text-sm font-medium text-muted tabular-nums transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
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
    </fieldset>
  )
}
