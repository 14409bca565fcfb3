import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useQuery } from '../../api/use-query.ts'
import { NotFound } from '../../shell/lazy-page.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { showToast } from '../../ui/notice.tsx'
import { bodyOf, type FieldSpec } from '../form/field.ts'
import { SavedForm } from '../form/form.tsx'
import { FormField, FormFields } from '../form/form-field.tsx'
import { LoadedPage } from '../loaded.tsx'
import { LinkStrip } from '../navigation.tsx'
import { dataOf } from '../platform.ts'
import { rowsOf, SETTINGS, type SettingRow, sectionOf, variablesOf } from './settings.ts'
import { SECTIONS, type Section } from './words.ts'

const PATH = '/v3/notifications/v1/settings'
const MAY_CHOOSE = 'People may choose'

/** The platform's notification settings, made from their schema; a sub-page for each section. */
export function NotificationsPage() {
  const { section: id = SECTIONS[0].id } = useRoute().params
  const section = SECTIONS.find((one) => one.id === id)
  const query = useQuery('settings', (signal) => dataOf<unknown>(PATH, { signal }))
  if (!section) return <NotFound />
  return (
    <LoadedPage
      title="Notifications"
      lead="Choose what people are notified about, and in which words."
      query={query}
    >
      {(settings) => <SettingsForm section={section} loaded={settings} />}
    </LoadedPage>
  )
}

/** All sections are one form, shown a section at a time: changes in several are saved at once. */
function SettingsForm({ section, loaded }: { section: Section; loaded: unknown }) {
  const form = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(loaded)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const { route } = useLocation()

  useEffect(() => {
    document.title = `${section.title} · Notifications · Launchboard`
  }, [section])

  async function save() {
    if (!form.current) return
    const fields = SETTINGS.filter(({ path }) => changed.has(path))
    await dataOf(PATH, { method: 'PATCH', body: bodyOf(fields, form.current) })
    setSaved(await dataOf(PATH))
    showToast('Saved')
  }

  async function reset() {
    await dataOf(PATH, { method: 'DELETE' })
    setSaved(await dataOf(PATH))
    showToast('All settings have their defaults again.')
  }

  const isChanged = (one: Section) => [...changed].some((path) => sectionOf(path) === one)
  return (
    <div class="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
      <LinkStrip
        label="Notification sections"
        links={SECTIONS.map((one) => ({
          href: hrefOf(one),
          name: one.title,
          mark: isChanged(one) && <ChangedMark />,
        }))}
        current={hrefOf(section)}
        class="mb-5 lg:mb-0"
      />
      <div
        // An error may be in another section, or in a template that is closed.
        onInvalidCapture={({ target }) => {
          if (!(target instanceof Element)) return
          const invalid = sectionOf(target.getAttribute('name') ?? '')
          if (invalid && invalid !== section) route(hrefOf(invalid))
          target.closest('details')?.setAttribute('open', '')
        }}
      >
        <SavedForm
          form={form}
          fields={SETTINGS}
          saved={saved}
          draftKey="launchboard-settings"
          label="Save changes"
          needsChange
          onSave={save}
          onChange={setChanged}
          buttons={
            <ConfirmButton label="Reset" title="Reset all notification settings?" onConfirm={reset}>
              This restores the default of every setting and text. You cannot undo it.
            </ConfirmButton>
          }
        >
          {SECTIONS.map((one) => (
            <fieldset key={one.id} hidden={one !== section} class="min-w-0">
              <legend class="mb-4 text-lg font-semibold">{one.title}</legend>
              <SettingsTable rows={rowsOf(one)} saved={saved} />
            </fieldset>
          ))}
        </SavedForm>
      </div>
    </div>
  )
}

function ChangedMark() {
  return (
    <span class="size-1.5 rounded-full bg-accent">
      <span class="sr-only">(changed)</span>
    </span>
  )
}

function hrefOf({ id }: Section) {
  return `/dashboard/notifications/${id}`
}

interface SettingsTableProps {
  rows: readonly SettingRow[]
  saved: unknown
}

/** A row for each setting, with whether people may choose themselves at its end. */
function SettingsTable({ rows, saved }: SettingsTableProps) {
  const hasChoices = rows.some(({ fields }) => fields.length > 1 && fields.some(isOverride))
  return (
    <div class="card divide-y divide-line">
      {hasChoices && (
        <p aria-hidden="true" class="hidden px-5 py-2 text-right text-sm text-muted sm:block">
          {MAY_CHOOSE}
        </p>
      )}
      {rows.map((row) => {
        const variables = variablesOf(row.path)
        return variables === undefined ? (
          <Setting key={row.path} row={row} saved={saved} hasChoices={hasChoices} />
        ) : (
          <Disclosure key={row.path} summary={row.label} class="px-5 py-3 text-base">
            <div class="max-w-2xl space-y-4 pb-3">
              <FormFields fields={row.fields} saved={saved} />
              <p class="text-sm text-muted wrap-anywhere">Variables: {variables}</p>
            </div>
          </Disclosure>
        )
      })}
    </div>
  )
}

interface SettingProps extends Omit<SettingsTableProps, 'rows'> {
  row: SettingRow
  hasChoices: boolean
}

function Setting({ row: { label, fields }, saved, hasChoices }: SettingProps) {
  const isAlone = fields.length === 1
  const override = isAlone ? undefined : fields.find(isOverride)
  const others = fields.filter((field) => field !== override)
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5">
      <span aria-hidden="true" class="min-h-6 min-w-0 flex-1 basis-32">
        {label}
      </span>
      {others.map((field) => {
        const isOfDay = others.length > 1
        const name = isOfDay ? `${label}: ${field.label}` : label
        return (
          <div key={field.path} class={isOfDay ? OF_DAY : (WIDTHS[field.kind] ?? 'w-full sm:w-44')}>
            <FormField field={{ ...field, label: name }} saved={saved} isLabelHidden />
            {isOfDay && field.kind === 'switch' && (
              <span aria-hidden="true" class="text-sm text-muted">
                {field.label}
              </span>
            )}
          </div>
        )
      })}
      {hasChoices && (
        <div
          class={cx(
            'flex w-full items-center justify-between gap-2 sm:w-24 sm:justify-end',
            !override && 'hidden sm:flex',
          )}
        >
          {override && (
            <>
              <span aria-hidden="true" class="text-sm text-muted sm:hidden">
                {MAY_CHOOSE}
              </span>
              <FormField
                field={{ ...override, label: `${MAY_CHOOSE}: ${label}` }}
                saved={saved}
                isLabelHidden
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function isOverride({ path }: FieldSpec): boolean {
  return path.endsWith('Override')
}

const OF_DAY = 'flex items-center gap-2'

/** Of controls that are not as wide as a text field. */
const WIDTHS: Partial<Record<FieldSpec['kind'], string>> = {
  switch: 'flex',
  'on-off': 'flex',
  json: 'w-full',
}
