import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useQuery } from '../../api/use-query.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { nested } from '../form/nested.ts'
import { useForm } from '../form/use-form.ts'
import { Loaded } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { useCurrentInView } from '../use-current-in-view.ts'
import { settingsAt, valuesByPath } from './schema.ts'
import type { SettingsForm } from './setting-control.tsx'
import { SettingRows } from './setting-rows.tsx'
import { TemplateRows } from './template-rows.tsx'
import { LEADS, SECTIONS, type Section } from './words.ts'

const PATH = '/v3/notifications/v1/settings'
const HREF = '/dashboard/notifications'

type Values = Record<string, unknown>

/** The platform's notification settings, made from their schema; a sub-page for each section. */
export function NotificationsPage() {
  const { section: id = SECTIONS[0].id } = useRoute().params
  const section = SECTIONS.find((one) => one.id === id)
  const query = useQuery('settings', load)
  if (!section) return <NotFound />
  return (
    <Page title="Notifications" lead="What people are notified of, and what it says.">
      <Loaded query={query}>
        {({ values, key }) => (
          <SettingsOf key={key} section={section} saved={values} onReset={query.reload} />
        )}
      </Loaded>
    </Page>
  )
}

async function load(signal?: AbortSignal) {
  const { data } = await platform.value.request<{ data: unknown }>(PATH, { signal })
  return { values: Object.fromEntries(valuesByPath(data)), key: crypto.randomUUID() }
}

interface SettingsProps {
  section: Section
  saved: Values
  onReset: () => void
}

function SettingsOf({ section, saved, onReset }: SettingsProps) {
  const [initial, setInitial] = useState(saved)
  const form = useForm<Values>({ draftKey: 'launchboard-settings', initial })
  const { route } = useLocation()
  const count = Object.keys(form.changes).length

  async function reset() {
    await platform.value.request(PATH, { method: 'DELETE' })
    form.clear()
    onReset()
    showToast('Everything has its default again.')
  }

  useEffect(() => {
    document.title = `${section.title} · Notifications · Launchboard`
  }, [section])
  // An error may be in another section.
  useEffect(() => {
    const [invalid] = Object.keys(form.errors)
    if (invalid === undefined || isOf(section, invalid)) return
    const other = SECTIONS.find((one) => isOf(one, invalid))
    if (other) route(`${HREF}/${other.id}`)
  }, [form.errors])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (count === 0) return
    void form.send(async (values) => {
      await platform.value.request(PATH, { method: 'PATCH', body: nested(form.changes) })
      setInitial(values)
      form.clear()
      showToast('Saved')
    })
  }

  return (
    <div class="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
      <SectionLinks form={form} shown={section} />
      <form
        ref={form.element}
        onSubmit={onSubmit}
        onInvalidCapture={form.onInvalid}
        class="min-w-0 max-w-3xl space-y-4"
      >
        <fieldset class="min-w-0" aria-describedby="section-lead">
          <legend class="text-lg font-semibold">{section.title}</legend>
          <p id="section-lead" class="mt-0.5 mb-4 text-sm text-muted">
            {LEADS[section.id]}
          </p>
          <Card>
            {section.id === 'templates' ? (
              <TemplateRows form={form} />
            ) : (
              <SettingRows
                key={section.id}
                form={form}
                path={section.path}
                settings={settingsAt(section.path)}
              />
            )}
          </Card>
        </fieldset>
        {form.failure !== undefined && <ErrorNotice error={form.failure} />}
        <div class="flex flex-wrap items-center gap-2">
          <Button type="submit" kind="primary" isBusy={form.isBusy || count === 0}>
            {form.isBusy ? 'Saving…' : 'Save changes'}
          </Button>
          {count > 0 && <Button onClick={form.clear}>Discard</Button>}
          <p role="status" class="px-1 text-sm text-muted">
            {count > 0 && `${count} unsaved ${count === 1 ? 'change' : 'changes'}`}
          </p>
          <ConfirmButton label="Reset" title="Reset all notification settings?" onConfirm={reset}>
            This restores the default of every setting and text, in all sections. It cannot be
            undone.
          </ConfirmButton>
        </div>
      </form>
    </div>
  )
}

interface SectionLinksProps {
  form: SettingsForm
  shown: Section
}

function SectionLinks({ form, shown }: SectionLinksProps) {
  const changed = Object.keys(form.changes)
  const list = useCurrentInView(shown.id)
  return (
    <nav
      aria-label="Notification sections"
      class="mb-5 overflow-x-auto max-lg:fade-end lg:mb-0 lg:overflow-visible"
    >
      <ul ref={list} class="flex gap-0.5 lg:sticky lg:top-20 lg:flex-col">
        {SECTIONS.map((section) => (
          <li key={section.id}>
            <a
              href={`${HREF}/${section.id}`}
              aria-current={section === shown ? 'page' : undefined}
              class={cx(
                'flex items-center gap-2 rounded-md px-2.5 py-1.5 text-sm whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:py-3 hover:bg-sunken hover:text-ink',
                section === shown ? 'bg-sunken font-medium text-ink' : 'text-muted',
              )}
            >
              {section.title}
              {changed.some((path) => isOf(section, path)) && (
                <span class="size-1.5 rounded-full bg-accent">
                  <span class="sr-only">(changed)</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `preferences` itself has only what is in none of its parts. */
function isOf({ path }: Section, setting: string) {
  const rest = setting.startsWith(`${path}.`) ? setting.slice(path.length + 1) : undefined
  return rest !== undefined && (path !== 'preferences' || !rest.includes('.'))
}
