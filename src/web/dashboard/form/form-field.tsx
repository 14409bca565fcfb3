import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { cx } from '../../ui/cx.ts'
import { type ControlProps, Field, INPUT, Switch } from '../../ui/field.tsx'
import { type FieldSpec, issueOf, shownOf } from './field.ts'

interface FormFieldProps {
  field: FieldSpec
  /** The body that the service has, or of which a new one begins. */
  saved: unknown
  isLabelHidden?: boolean
}

/** A field of a form, with its label, hint and, as long as it is wrong, its error. */
export function FormField({ field, saved, isLabelHidden = false }: FormFieldProps) {
  const [error, setError] = useState<string>()
  const { path, label, hint } = field

  function check(control: Checked) {
    control.setCustomValidity(issueOf(field, control.value) ?? '')
    if (error !== undefined) setError(messageOf(control))
  }

  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
      {(control) => (
        <Control
          field={field}
          saved={saved}
          shared={{
            ...control,
            name: path,
            'data-issue': field.issue,
            onInput: ({ currentTarget }) => check(currentTarget),
            onInvalid: (event) => {
              // The browser's own bubble would show one error at a time.
              event.preventDefault()
              setError(messageOf(event.currentTarget))
            },
          }}
        />
      )}
    </Field>
  )
}

type Checked = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is wrong in a control. */
function messageOf({ validity, validationMessage, dataset }: Checked): string | undefined {
  if (validity.valid) return undefined
  return validity.customError ? validationMessage : (dataset.issue ?? validationMessage)
}

interface SharedProps extends ControlProps {
  name: string
  'data-issue': string | undefined
  onInput: (event: TargetedEvent<Checked>) => void
  onInvalid: (event: TargetedEvent<Checked>) => void
}

/** The native control for the kind of a field. */
function Control({ field, saved, shared }: FormFieldProps & { shared: SharedProps }) {
  const { kind, options = [], attributes } = field
  const text = shownOf(field, saved)
  const all = { ...shared, ...attributes, defaultValue: text, autoComplete: 'off' } as const
  switch (kind) {
    case 'switch':
    case 'on-off':
      return <Switch {...shared} defaultChecked={text !== ''} />
    case 'choice':
      return (
        <select
          {...shared}
          ref={(select) => chooseAtFirst(select, text)}
          class={cx(INPUT, 'truncate')}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    case 'number':
    case 'time':
      return <input {...all} type={kind} class={cx(INPUT, 'tabular-nums')} />
    case 'text':
      return <input {...all} class={INPUT} />
    case 'headers':
    case 'json':
      return (
        <textarea rows={3} spellcheck={false} {...all} class={cx(INPUT, 'font-mono text-sm')} />
      )
    default:
      return <textarea rows={3} {...all} class={INPUT} />
  }
}

/** What is chosen until its reader chooses. Preact has no attribute for it. */
function chooseAtFirst(select: HTMLSelectElement | null, value: string) {
  for (const option of select?.options ?? []) option.defaultSelected = option.value === value
}

export function FormFields(
  props: Omit<FormFieldProps, 'field'> & { fields: readonly FieldSpec[] },
) {
  return props.fields.map((field) => (
    <FormField key={field.path} field={field} saved={props.saved} />
  ))
}
