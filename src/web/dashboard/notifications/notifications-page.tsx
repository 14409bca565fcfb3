import { useEffect, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useQuery } from '../../api/use-query.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConfirmButton } from '../form/confirm-button.tsx'
import { SavedForm } from '../form/saved-form.tsx'
import { useForm } from '../form/use-form.ts'
import { LinkStrip } from '../link-strip.tsx'
import { LoadedPage } from '../loaded.tsx'
import { platform } from '../platform-client.ts'
import { SettingRows } from './setting-rows.tsx'
import { isOf, SETTINGS } from './settings.ts'
import { TemplateRows } from './template-rows.tsx'
import { SECTIONS, type Section } from './words.ts'

const PATH = '/v3/notifications/v1/settings'

/** The platform's notification settings, made from their schema; a sub-page for each section. */
export function NotificationsPage() {
  const { section: id = SECTIONS[0].id } = useRoute().params
  const section = SECTIONS.find((one) => one.id === id)
  const query = useQuery('settings', load)
  if (!section) return <NotFound />
  return (
    <LoadedPage
      title="Notifications"
      lead="What people are notified of, and what it says."
      query={query}
    >
      {(settings) => <SettingsForm section={section} loaded={settings} />}
    </LoadedPage>
  )
}

async function load(signal?: AbortSignal) {
  const { data } = await platform.value.request<{ data: unknown }>(PATH, { signal })
  return data
}

function SettingsForm({ section, loaded }: { section: Section; loaded: unknown }) {
  const [saved, setSaved] = useState(loaded)
  const form = useForm({ draftKey: 'launchboard-settings', fields: SETTINGS, saved })
  const { route } = useLocation()

  useEffect(() => {
    document.title = `${section.title} · Notifications · Launchboard`
  }, [section])
  // An error may be in another section.
  useEffect(() => {
    const [invalid] = Object.keys(form.errors)
    if (invalid === undefined || isOf(section, invalid)) return
    const other = SECTIONS.find((one) => isOf(one, invalid))
    if (other) route(hrefOf(other))
  }, [form.errors])

  async function change(request: { method: 'PATCH' | 'DELETE'; body?: unknown }, done: string) {
    await platform.value.request(PATH, request)
    setSaved(await load())
    form.clear()
    showToast(done)
  }

  return (
    <div class="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
      <LinkStrip
        label="Notification sections"
        links={SECTIONS.map((one) => linkTo(one, Object.keys(form.changes)))}
        current={hrefOf(section)}
        class="mb-5 lg:mb-0"
      />
      <SavedForm
        form={form}
        label="Save changes"
        isUnchanged={Object.keys(form.changes).length === 0}
        onSave={() => {
          const body = form.body((path) => path in form.changes)
          return change({ method: 'PATCH', body }, 'Saved')
        }}
        buttons={
          <ConfirmButton
            label="Reset"
            title="Reset all notification settings?"
            onConfirm={() => change({ method: 'DELETE' }, 'Everything has its default again.')}
          >
            This restores the default of every setting and text, in all sections. It cannot be
            undone.
          </ConfirmButton>
        }
      >
        <fieldset class="min-w-0">
          <legend class="mb-4 text-lg font-semibold">{section.title}</legend>
          <div class="card">
            {section.id === 'templates' ? (
              <TemplateRows form={form} />
            ) : (
              <SettingRows
                form={form}
                path={section.path}
                settings={SETTINGS.filter(({ path }) => isOf(section, path))}
              />
            )}
          </div>
        </fieldset>
      </SavedForm>
    </div>
  )
}

function linkTo(section: Section, changed: readonly string[]) {
  const isChanged = changed.some((path) => isOf(section, path))
  return { href: hrefOf(section), name: section.title, mark: isChanged && <ChangedMark /> }
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
