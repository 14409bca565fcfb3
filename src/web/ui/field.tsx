import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
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
  spellcheck?: boolean
  autoFocus?: boolean
}

/** A single line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, class: className, onInput, ...attributes } = props
  return (
    <Field label={label} hint={hint} error={error} class={className}>
      {(control) => (
        <input
          autoComplete="off"
          {...attributes}
          {...control}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}
