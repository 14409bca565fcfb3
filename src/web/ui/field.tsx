import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { cx } from './cx.ts'

/** Classes of text fields, selects and text areas. Phones zoom into fields with text below 16 px. */
export const INPUT =
  'block w-full rounded-md border border-edge bg-surface px-3 py-1.5 text-base text-ink pointer-coarse:text-[1rem] placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad'

interface FieldProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  class?: string | undefined
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (control: ControlProps) => ComponentChildren
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** A control with its label above it, and its hint and error below. */
export function Field({ label, hint, error, class: className, children }: FieldProps) {
  const id = useId()
  const describedBy = cx(hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined)
  return (
    <div class={cx('space-y-1', className)}>
      <label for={id} class="block text-sm font-medium">
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

interface TextProps extends Omit<FieldProps, 'children'> {
  value: string
  onInput: (value: string) => void
  name?: string
  placeholder?: string
  spellcheck?: boolean
  autoFocus?: boolean
  disabled?: boolean
  required?: boolean
  /** What is wrong with the value beyond the constraints of the control. */
  validity?: string | undefined
  /** What a form says if the browser rejects the value. By default the browser's own words. */
  issue?: string
}

/** A single line of text. For dates, times and numbers put an `input` of that type into a `Field`. */
interface TextFieldProps extends TextProps {
  inputMode?: 'text' | 'url'
  autoComplete?: string
  pattern?: string
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, class: className, onInput, issue, validity, ...attributes } = props
  return (
    <Field label={label} hint={hint} error={error} class={className}>
      {(control) => (
        <input
          autoComplete="off"
          {...attributes}
          {...control}
          {...checked(issue, validity)}
          type="text"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends TextProps {
  rows?: number
  /** For code: monospaced, without spell checking. */
  isCode?: boolean
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, class: className, onInput, issue, validity, ...rest } = props
  const { isCode = false, ...attributes } = rest
  return (
    <Field label={label} hint={hint} error={error} class={className}>
      {(control) => (
        <textarea
          rows={3}
          spellcheck={!isCode}
          {...attributes}
          {...control}
          {...checked(issue, validity)}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={cx(INPUT, isCode && 'font-mono text-sm')}
        />
      )}
    </Field>
  )
}

function checked(issue: string | undefined, validity = '') {
  return {
    'data-issue': issue,
    ref: (field: HTMLInputElement | HTMLTextAreaElement | null) =>
      field?.setCustomValidity(validity),
  }
}
