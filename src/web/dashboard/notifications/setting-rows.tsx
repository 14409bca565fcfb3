import { cx } from '../../ui/cx.ts'
import type { Schema } from './schema.ts'
import { SettingControl, type SettingsForm } from './setting-control.tsx'
import { baseOf, wordsOf } from './words.ts'

type Setting = readonly [name: string, schema: Schema]

interface RowsProps {
  form: SettingsForm
  path: string
  settings: readonly Setting[]
}

/** A row for each setting, with whether people may choose themselves at its end. */
export function SettingRows({ form, path, settings }: RowsProps) {
  const own = settings.filter(([, { properties }]) => !properties)
  const names = new Set(own.map(([name]) => name))
  const rows = own.filter(
    ([name]) => !name.endsWith('Override') || !names.has(`${baseOf(name)}Setting`),
  )
  const hasOverrides = rows.length < own.length
  const schedules = settings.filter(([name, { properties }]) => properties && /Setting$/.test(name))
  return (
    <div class="divide-y divide-line">
      {hasOverrides && (
        <p aria-hidden="true" class="hidden px-5 py-2 text-right text-sm text-muted sm:block">
          People may choose
        </p>
      )}
      {rows.map(([name, schema]) => {
        const override = own.find(([other]) => other === `${baseOf(name)}Override`)
        const isOverride = override?.[0] === name
        const label = wordsOf(name)
        return (
          <div key={name} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
            <span aria-hidden="true" class="min-h-6 min-w-0 flex-1 basis-40">
              {label}
            </span>
            <div class={widthOf(schema)}>
              <SettingControl form={form} path={`${path}.${name}`} schema={schema} label={label} />
            </div>
            {hasOverrides && !isOverride && (
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
                    <SettingControl
                      form={form}
                      path={`${path}.${override[0]}`}
                      schema={override[1]}
                      label={`People may choose: ${label}`}
                    />
                  </>
                )}
              </div>
            )}
          </div>
        )
      })}
      {schedules.map(([name, schema]) => (
        <Schedule key={name} form={form} path={`${path}.${name}`} name={name} schema={schema} />
      ))}
    </div>
  )
}

interface ScheduleProps {
  form: SettingsForm
  path: string
  name: string
  schema: Schema
}

/** A line for each day. */
function Schedule({ form, path, name, schema }: ScheduleProps) {
  return (
    <div class="px-5 py-4">
      <p>{wordsOf(name)}</p>
      <ul class="mt-3 space-y-2">
        {Object.entries(schema.properties ?? {}).map(([day, { properties = {} }]) => (
          <li key={day} class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span class="w-full text-sm text-muted sm:w-24">{wordsOf(day)}</span>
            {Object.entries(properties).map(([part, one]) => (
              <div
                key={part}
                class={
                  one.type === 'boolean' ? 'flex items-center gap-2' : 'flex-1 sm:w-32 sm:flex-none'
                }
              >
                <SettingControl
                  form={form}
                  path={`${path}.${day}.${part}`}
                  schema={one}
                  label={`${wordsOf(day)}: ${wordsOf(part)}`}
                />
                {one.type === 'boolean' && (
                  <span aria-hidden="true" class="text-sm text-muted">
                    {wordsOf(part)}
                  </span>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function widthOf({ type, minimum, maximum }: Schema) {
  if (type === 'boolean' || (minimum === 1 && maximum === 2)) return 'flex'
  return type === 'object' ? 'w-full' : 'w-full sm:w-60'
}
