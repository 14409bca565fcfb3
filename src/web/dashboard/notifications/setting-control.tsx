import { cx } from '../../ui/cx.ts'
import { INPUT } from '../../ui/field.tsx'
import { Select } from '../../ui/select-field.tsx'
import type { SettingField } from './setting-sections.ts'
import { inputOf, issues, setInput } from './settings-form.ts'

interface ControlProps {
  field: SettingField
  /** The id of a separate label. Without it the control has an `aria-label`. */
  labelId?: string
  class?: string
}

export function controlId({ path }: SettingField): string {
  return `setting-${path}`
}

/** The control of one setting, with its error. */
export function SettingControl({ field, labelId, class: className }: ControlProps) {
  const issue = issues.value.get(field.path)
  const id = controlId(field)
  const shared = {
    id,
    'aria-label': labelId ? undefined : field.label,
    'aria-labelledby': labelId,
    'aria-invalid': issue ? true : undefined,
    'aria-describedby': issue ? `${id}-issue` : undefined,
  }
  return (
    <div class={cx('min-w-0', className)}>
      <Control field={field} shared={shared} />
      {issue && (
        <p id={`${id}-issue`} class="mt-1 text-[13px] leading-5 text-bad wrap-anywhere">
          {issue}
        </p>
      )}
    </div>
  )
}

interface SharedProps {
  id: string
  'aria-label': string | undefined
  'aria-labelledby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

function Control({ field, shared }: { field: SettingField; shared: SharedProps }) {
  const input = inputOf(field)
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    setInput(field, currentTarget.value)

  switch (field.kind.control) {
    case 'choice':
      return (
        <Select
          {...shared}
          value={String(input)}
          options={(field.kind.options ?? []).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setInput(field, value)}
        />
      )
    case 'switch':
      return (
        <input
          {...shared}
          type="checkbox"
          checked={input === true}
          onChange={({ currentTarget }) => setInput(field, currentTarget.checked)}
          class="block size-4.5 accent-accent"
        />
      )
    case 'json':
      return (
        <textarea
          {...shared}
          rows={4}
          spellcheck={false}
          value={String(input)}
          onInput={onInput}
          class={cx(INPUT, 'font-mono text-[13px]')}
        />
      )
    case 'number':
      return (
        <input
          {...shared}
          type="text"
          inputMode="numeric"
          value={String(input)}
          onInput={onInput}
          class={cx(INPUT, 'text-right tabular-nums')}
        />
      )
    case 'time':
      return <input {...shared} type="time" value={String(input)} onInput={onInput} class={INPUT} />
    default:
      return <input {...shared} type="text" value={String(input)} onInput={onInput} class={INPUT} />
  }
}
