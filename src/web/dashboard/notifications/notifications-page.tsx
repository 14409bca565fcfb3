import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useConfirmation } from '../use-confirmation.ts'
import { SaveBar } from './save-bar.tsx'
import { ScheduleRows } from './schedule-rows.tsx'
import { controlId } from './setting-control.tsx'
import { SettingGroup } from './setting-group.tsx'
import { SECTIONS, type SettingField } from './setting-sections.ts'
import {
  changed,
  discard,
  loadSettings,
  resetSettings,
  saveChanges,
  settings,
} from './settings-form.ts'
import { showTemplateOf, TemplateSection } from './template-section.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** The platform's notification settings and templates. */
export function NotificationsPage() {
  const { error, reload } = useQuery('settings', loadSettings)
  const [resetCount, setResetCount] = useState(0)
  const resetting = useConfirmation(async () => {
    await resetSettings()
    setResetCount(resetCount + 1)
  })

  const isLoaded = settings.value !== undefined
  return (
    <Page
      title="Notifications"
      lead="What users are notified of, and what the notifications say."
      actions={
        isLoaded && (
          <Button kind="danger" onClick={resetting.ask}>
            Reset
          </Button>
        )
      }
    >
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {resetting.isAsking && (
        <ConfirmDialog
          title="Reset all notification settings?"
          action="Reset"
          isBusy={resetting.isBusy}
          error={resetting.error}
          onConfirm={resetting.confirm}
          onCancel={resetting.cancel}
        >
          This restores the default of every setting and template. It cannot be undone.
        </ConfirmDialog>
      )}
      {isLoaded ? <Form key={resetCount} isReset={resetCount > 0} /> : !error && <FormSkeleton />}
    </Page>
  )
}

function Form({ isReset }: { isReset: boolean }) {
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(isReset)
  const [failure, setFailure] = useState<unknown>()
  const changes = changed.value.length
  const leaving = useLeaveGuard(changes > 0)

  async function save() {
    setIsSaving(true)
    setFailure(undefined)
    const invalid = await saveChanges().catch((error: unknown) => {
      setFailure(error)
      return 'failed' as const
    })
    setIsSaving(false)
    setIsSaved(invalid === undefined)
    if (invalid && invalid !== 'failed') focusOn(invalid)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSaving && changes > 0) void save()
  }

  return (
    <form onSubmit={onSubmit} noValidate class="lg:grid lg:grid-cols-[11rem_1fr] lg:gap-10">
      <SectionLinks />
      <div class="min-w-0">
        <div class="space-y-10">
          {SECTIONS.map((section) => (
            <SettingGroup key={section.id} section={section}>
              {section.id === 'mute' && <ScheduleRows />}
            </SettingGroup>
          ))}
          <TemplateSection />
        </div>
        {failure !== undefined && (
          <div class="mt-6">
            <ErrorNotice error={failure} onRetry={() => void save()} />
          </div>
        )}
        {leaving.isAsking && (
          <ConfirmDialog
            title="Leave without saving?"
            action="Leave"
            isBusy={false}
            onConfirm={leaving.confirm}
            onCancel={leaving.cancel}
          >
            Your changes stay in the form until you reload or close this tab.
          </ConfirmDialog>
        )}
        <SaveBar changes={changes} isSaving={isSaving} isSaved={isSaved} onDiscard={discard} />
      </div>
    </form>
  )
}

function SectionLinks() {
  return (
    <nav aria-label="Sections" class="hidden lg:block">
      <ul class="sticky top-20 space-y-0.5 text-sm">
        {[...SECTIONS, { id: 'templates', title: 'Templates' }].map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // Otherwise the router would navigate.
                event.preventDefault()
                event.stopPropagation()
                document.getElementById(id)?.scrollIntoView()
              }}
              class="-ml-2.5 block rounded-md px-2.5 py-1.5 text-muted transition-colors hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FormSkeleton() {
  return (
    <div class="space-y-10 lg:pl-54">
      {[1, 2, 3].map((section) => (
        <Skeleton key={section} class="h-96 w-full rounded-lg" />
      ))}
    </div>
  )
}

/** Waits for a frame, because the field's template may have to be shown first. */
function focusOn(field: SettingField) {
  showTemplateOf(field)
  requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
}
