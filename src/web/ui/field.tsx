import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useState } from 'preact/hooks'
import { randomId } from '../browser/storage.ts'
import { cx } from './cx.ts'

/** Classes of text fields, selects and text areas. Phones zoom into fields with text below 16 px. */
export const INPUT =
  'block w-full rounded-md border border-edge bg-surface px-3 py-1.5 text-base text-ink pointer-coarse:text-[1rem] placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad'

interface FieldProps {
  label: string
  /** Where something else shows the same words. */
  isLabelHidden?: boolean
  hint?: ComponentChildren
  error?: string | undefined
  class?: string | undefined
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (control: ControlProps) => ComponentChildren
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** A control with its label above it, and its hint and error below. */
export function Field({ label, isLabelHidden, hint, error, children, ...rest }: FieldProps) {
  const id = useId()
  const describedBy = cx(hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined)
  return (
    <div class={cx('grid min-w-0 content-start gap-1', rest.class)}>
      <label for={id} class={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} class="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="text-sm text-bad wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string
  onInput: (value: string) => void
  /** Further attributes of the control. */
  input?: InputHTMLAttributes
}

/** A single line of text. */
export function TextField({ value, onInput, input, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}

interface SelectOption {
  value: string | number
  label: string
}

interface SelectProps {
  id?: string
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  value: string
  options: readonly SelectOption[]
  /** Further options under a heading. */
  more?: { label: string; options: readonly SelectOption[] }
  onChange: (value: string) => void
}

/** A native select, without a label. */
export function Select({ value, options, more, onChange, ...attributes }: SelectProps) {
  const choices = (some: readonly SelectOption[]) =>
    some.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      class={`${INPUT} truncate`}
    >
      {choices(options)}
      {more && <optgroup label={more.label}>{choices(more.options)}</optgroup>}
    </select>
  )
}

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
  // Not `useId`, which begins again in each root: a page of the documents has many.
  const [group] = useState(randomId)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      class="inline-flex min-h-9 rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          class="choice relative flex cursor-pointer items-center rounded px-3 text-sm font-medium text-muted tabular-nums hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
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

/** On or off: a checkbox whose target is larger than what is seen, where fingers go. */
export function Switch({ class: className, ...attributes }: InputHTMLAttributes) {
  const look = cx('switch', typeof className === 'string' && className)
  // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
  return <input {...attributes} type="checkbox" role="switch" class={look} />
}
