import { useState } from 'preact/hooks'
import { isAborted, request } from '../../api/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSection } from '../form/form-section.tsx'
import { useForm } from '../form/use-form.ts'
import { type ImportOutcome, importAction, readImport } from './import-actions.ts'

const EMPTY = { text: '' }

/** Registers the actions of an agent from their JSON. */
export function ActionsImport() {
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({ draftKey: 'launchboard-actions-import', initial: EMPTY })

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.send(async ({ text }) => {
      setOutcomes([])
      for (const action of readImport(text).actions) {
        const outcome = await importAction(action)
        setOutcomes((before) => [...before, outcome])
      }
    })
  }

  async function fill() {
    setFailure(undefined)
    try {
      const actions = await request<unknown>('/agent/actions')
      form.set({ text: JSON.stringify(actions, undefined, 2) })
    } catch (error) {
      if (!isAborted(error)) setFailure(error)
    }
  }

  return (
    <Page
      title="Import actions"
      lead={
        <a href="/dashboard/actions" class="underline underline-offset-4 hover:text-ink">
          All actions
        </a>
      }
    >
      <form
        ref={form.element}
        onSubmit={onSubmit}
        onInvalidCapture={form.onInvalid}
        class="max-w-3xl space-y-6"
      >
        <FormSection
          title="The agent’s actions"
          lead="As JSON, such as the response of GET /agent/actions."
          action={<Button onClick={() => void fill()}>Use this service’s own</Button>}
        >
          {failure !== undefined && <ErrorNotice error={failure} />}
          <TextArea
            label="Text"
            {...form.text('text')}
            validity={readImport(form.values.text).issue}
            isCode
            rows={14}
            placeholder={'{ "actions": […], "tools": […] }'}
            hint="Actions that are already registered will be updated."
          />
        </FormSection>
        {form.failure !== undefined && <ErrorNotice error={form.failure} />}
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          Import
        </Button>
      </form>
      <ImportOutcomes outcomes={outcomes} />
    </Page>
  )
}

function ImportOutcomes({ outcomes }: { outcomes: readonly ImportOutcome[] }) {
  return (
    <div role="status" class="mt-6 max-w-2xl">
      {outcomes.length > 0 && (
        <ul
          aria-label="Imported"
          class="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {outcomes.map(({ name, outcome, message }) => (
            <li key={name} class="px-4 py-3">
              <div class="flex items-center justify-between gap-3">
                <span class="font-mono text-[13px] wrap-anywhere">{name}</span>
                <Badge tone={outcome === 'Failed' ? 'bad' : 'good'}>{outcome}</Badge>
              </div>
              {message && <p class="mt-1 text-[13px] text-muted wrap-anywhere">{message}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
