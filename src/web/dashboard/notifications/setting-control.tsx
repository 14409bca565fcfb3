import { useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import { cx } from '../../ui/cx.ts'
import { INPUT } from '../../ui/field.tsx'
import { Select } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Form } from '../form/use-form.ts'
import type { Schema } from './schema.ts'
import { choicesOf } from './words.ts'

/** The values of all settings by their path. */
export type SettingsForm = Form<Record<string, unknown>>

interface ControlProps {
  form: SettingsForm
  path: string
  schema: Schema
  label: string
}

/** The control of one setting, with its error. */
export function SettingControl({ form, path, schema, label }: ControlProps) {
  const error = form.errors[path]
  const id = `setting-${path}`
  return (
    <div id={id} class="grid min-w-0">
      <Control
        schema={schema}
        shared={{
          name: path,
          'aria-label': label,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `${id}-error` : undefined,
        }}
        value={form.values[path]}
        onChange={(value) => form.set({ [path]: value })}
      />
      {error && (
        <p id={`${id}-error`} class="mt-1 text-sm text-bad wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  )
}

interface NativeProps {
  schema: Schema
  shared: {
    name: string
    'aria-label': string
    'aria-invalid': boolean | undefined
    'aria-describedby': string | undefined
  }
  value: unknown
  /** An empty text stands for a number or a time that is missing. */
  onChange: (value: unknown) => void
}

/** The largest time of day, as HHMM. */
const LAST_MINUTE = 2359
/** Of a text that may take several lines. */
const MAX_TEMPLATE_LENGTH = 1_000

/** What the schema asks for: of two numbers the second is on, and three are a choice. */
function Control(props: NativeProps) {
  const { shared, value, onChange } = props
  const { type, minimum, maximum, minLength, maxLength } = props.schema
  const label = shared['aria-label']
  if (type === 'boolean') return <Switch label={label} isOn={value === true} onChange={onChange} />
  if (type === 'object') return <JsonControl {...props} />
  if (type === 'string' && maxLength === MAX_TEMPLATE_LENGTH) {
    return (
      <textarea
        {...shared}
        rows={2}
        maxLength={maxLength}
        value={String(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        class={INPUT}
      />
    )
  }
  if (type === 'string') {
    return (
      <input
        {...shared}
        type="text"
        required={minLength !== undefined}
        data-issue="Enter a name."
        maxLength={maxLength}
        value={String(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        class={INPUT}
      />
    )
  }
  if (minimum === 1 && maximum === 2) {
    return <Switch label={label} isOn={value === 2} onChange={(isOn) => onChange(isOn ? 2 : 1)} />
  }
  if (minimum === 1 && maximum === 3) {
    const words = choicesOf(shared.name.split('.').at(-1) ?? '')
    const options = words.map((text, at) => ({ value: String(at + 1), label: text }))
    const onSelect = (chosen: string) => onChange(Number(chosen))
    return (
      <Select
        {...shared}
        id={`${shared.name}-choice`}
        value={String(value)}
        options={options}
        onChange={onSelect}
      />
    )
  }
  return maximum === LAST_MINUTE ? <TimeControl {...props} /> : <NumberControl {...props} />
}

function NumberControl({ schema, shared, value, onChange }: NativeProps) {
  const { minimum, maximum } = schema
  return (
    <input
      {...shared}
      type="number"
      required
      min={minimum}
      max={maximum}
      data-issue={`Enter a whole number from ${minimum} to ${maximum}.`}
      value={String(value)}
      onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? '' : Number(text))}
      class={cx(INPUT, 'tabular-nums')}
    />
  )
}

/** A time of day, which settings have as the number HHMM. */
function TimeControl({ shared, value, onChange }: NativeProps) {
  return (
    <input
      {...shared}
      type="time"
      required
      data-issue="Enter a time."
      value={value === '' ? '' : `${value}`.padStart(4, '0').replace(/(..)$/, ':$1')}
      onInput={({ currentTarget: { value: text } }) =>
        onChange(text === '' ? '' : Number(text.replace(':', '')))
      }
      class={cx(INPUT, 'tabular-nums')}
    />
  )
}

/** A text that is not an object stays as it was typed. */
function JsonControl({ shared, value, onChange }: NativeProps) {
  const [text, setText] = useState(isRecord(value) ? JSON.stringify(value, null, 2) : `${value}`)
  return (
    <textarea
      {...shared}
      ref={(area) => area?.setCustomValidity(isRecord(value) ? '' : 'Enter an object, such as {}.')}
      rows={5}
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => {
        const parsed = tryParseJson(currentTarget.value)
        setText(currentTarget.value)
        onChange(isRecord(parsed) ? parsed : currentTarget.value)
      }}
      class={cx(INPUT, 'font-mono text-sm')}
    />
  )
}
