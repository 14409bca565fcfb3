import type { TargetedEvent } from 'preact'
import { cx } from '../../ui/cx.ts'
import { type ControlProps, Field, INPUT } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type FieldSpec, issueOf } from './field-spec.ts'
import type { Form } from './use-form.ts'

export function FormFields({ form, fields }: { form: Form; fields: readonly FieldSpec[] }) {
  return fields.map((field) => <FormField key={field.path} form={form} field={field} />)
}

interface FormFieldProps {
  form: Form
  field: FieldSpec
  isLabelHidden?: boolean
}

/** A field of a form, with its label, hint and error. */
export function FormField({ form, field, isLabelHidden = false }: FormFieldProps) {
  const { path, label, hint } = field
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={form.errors[path]}>
      {(control) => (
        <Control
          field={field}
          shared={{ ...control, name: path }}
          value={form.values[path]}
          onChange={(value) => form.set({ [path]: value })}
        />
      )}
    </Field>
  )
}

interface ControlOptions {
  field: FieldSpec
  shared: ControlProps & { name: string }
  value: unknown
  onChange: (value: unknown) => void
}

/** The native control for the kind of a field. */
function Control({ field, shared, value, onChange }: ControlOptions) {
  const { kind, options = [], attributes, issue } = field
  const text = `${value}`
  const all = {
    ...shared,
    ...attributes,
    value: text,
    autoComplete: 'off',
    'data-issue': issue,
    ref: (control: HTMLInputElement | HTMLTextAreaElement | null) =>
      control?.setCustomValidity(issueOf(field, text) ?? ''),
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(currentTarget.value),
  }
  switch (kind) {
    case 'switch':
    case 'on-off':
      return <Switch {...shared} isOn={value === true} onChange={onChange} />
    case 'choice':
      return <Select {...shared} value={text} options={options} onChange={onChange} />
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
