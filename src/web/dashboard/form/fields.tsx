import type { ComponentChildren } from 'preact'
import { cx } from '../../ui/cx.ts'
import { Field, INPUT } from '../../ui/field.tsx'
import type { TextProps } from './use-form.ts'

interface FieldProps extends TextProps {
  label: string
  hint?: ComponentChildren
  /** What the form shows if the browser rejects the value. By default the browser's own words. */
  issue?: string
  /** What is wrong with the value beyond the constraints of the control. */
  validity?: string | undefined
  required?: boolean
  maxLength?: number
  disabled?: boolean
  spellcheck?: boolean
  placeholder?: string
}

interface TextFieldProps extends FieldProps {
  pattern?: string
  inputMode?: 'url'
}

/** A labelled field of one line, with the constraints of a native `input`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, issue, validity = '', onInput, ...attributes } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...attributes}
          {...control}
          ref={(field) => field?.setCustomValidity(validity)}
          data-issue={issue}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps {
  rows?: number
  /** For code: monospaced, without spell checking. */
  isCode?: boolean
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, issue, validity = '', onInput, isCode = false, ...rest } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={3}
          spellcheck={!isCode}
          {...rest}
          {...control}
          ref={(field) => field?.setCustomValidity(validity)}
          data-issue={issue}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={cx(INPUT, isCode && 'font-mono text-sm')}
        />
      )}
    </Field>
  )
}
