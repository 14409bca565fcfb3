import { cx } from '../../ui/cx.ts'
import type { FieldSpec } from '../form/field-spec.ts'
import { FormField } from '../form/form-field.tsx'
import type { Form } from '../form/use-form.ts'
import { baseOf, wordsOf } from './words.ts'

interface RowsProps {
  form: Form
  settings: readonly FieldSpec[]
}

interface SettingRowsProps extends RowsProps {
  /** Of the section. */
  path: string
}

/** A row for each setting, with whether people may choose themselves at its end; then the schedule. */
export function SettingRows({ form, path, settings }: SettingRowsProps) {
  const depth = path.split('.').length + 1
  const own = new Map(
    settings
      .filter((field) => field.path.split('.').length === depth)
      .map((field) => [field.path, field]),
  )
  const overrideOf = (field: FieldSpec) => own.get(`${baseOf(field.path)}Override`)
  const rows = [...own.values()].filter(
    (field) => overrideOf(field) !== field || !own.has(`${baseOf(field.path)}Setting`),
  )
  const hasOverrides = rows.length < own.size
  return (
    <div class="divide-y divide-line">
      {hasOverrides && (
        <p aria-hidden="true" class="hidden px-5 py-2 text-right text-sm text-muted sm:block">
          People may choose
        </p>
      )}
      {rows.map((field) => {
        const override = overrideOf(field)
        return (
          <div key={field.path} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
            <span aria-hidden="true" class="min-h-6 min-w-0 flex-1 basis-40">
              {field.label}
            </span>
            <div class={WIDTHS[field.kind] ?? 'w-full sm:w-60'}>
              <FormField form={form} field={field} isLabelHidden />
            </div>
            {hasOverrides && override !== field && (
              <Override form={form} label={field.label} override={override} />
            )}
          </div>
        )
      })}
      <Schedule form={form} settings={settings.filter((field) => !own.has(field.path))} />
    </div>
  )
}

/** Of controls that are not as wide as a text field. */
const WIDTHS: Partial<Record<FieldSpec['kind'], string>> = {
  switch: 'flex',
  'on-off': 'flex',
  json: 'w-full',
}

interface OverrideProps {
  form: Form
  label: string
  override: FieldSpec | undefined
}

function Override({ form, label, override }: OverrideProps) {
  return (
    <div
      class={cx(
        'flex w-full items-center justify-between gap-2 sm:w-24 sm:justify-end',
        !override && 'hidden sm:flex',
      )}
    >
      {override && (
        <>
          <span aria-hidden="true" class="text-sm text-muted sm:hidden">
            People may choose
          </span>
          <FormField
            form={form}
            field={{ ...override, label: `People may choose: ${label}` }}
            isLabelHidden
          />
        </>
      )}
    </div>
  )
}

/** A line for each day. Its settings have paths such as `….schedulePreferenceSetting.monday.from`. */
function Schedule({ form, settings }: RowsProps) {
  const [name, ...days] = new Set(settings.flatMap(({ path }) => path.split('.').slice(-3, -1)))
  if (name === undefined) return null
  return (
    <div class="px-5 py-4">
      <p>{wordsOf(name)}</p>
      <ul class="mt-3 space-y-2">
        {days.map((day) => (
          <li key={day} class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span class="w-full text-sm text-muted sm:w-24">{wordsOf(day)}</span>
            {settings
              .filter(({ path }) => path.includes(`.${day}.`))
              .map((field) => (
                <DaySetting key={field.path} form={form} day={wordsOf(day)} field={field} />
              ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function DaySetting({ form, day, field }: { form: Form; day: string; field: FieldSpec }) {
  const control = (
    <FormField form={form} field={{ ...field, label: `${day}: ${field.label}` }} isLabelHidden />
  )
  if (field.kind !== 'switch') return <div class="flex-1 sm:w-32 sm:flex-none">{control}</div>
  return (
    <div class="flex items-center gap-2">
      {control}
      <span aria-hidden="true" class="text-sm text-muted">
        {field.label}
      </span>
    </div>
  )
}
