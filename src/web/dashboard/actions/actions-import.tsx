import { useState } from 'preact/hooks'
import { isAborted, request } from '../../api/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSection } from '../form-section.tsx'
import { useForm } from '../use-form.ts'
import { ACTIONS_HREF } from './action-hrefs.ts'
import { type ImportOutcome, importAction, readImport } from './import-actions.ts'

const EMPTY = { text: '' }

/** Registers the actions of an agent from their JSON. */
export function ActionsImport() {
  const [outcomes, setOutcomes] = useState<readonly ImportOutcome[]>([])
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    draftKey: 'launchboard-actions-import',
    initial: EMPTY,
    check: ({ text }) => {
      const { issue } = readImport(text)
      return issue ? { text: issue } : {}
    },
    fieldOf: () => undefined,
  })

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.submit('import', async ({ text }) => {
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
        <a href={ACTIONS_HREF} class="underline underline-offset-4 hover:text-ink">
          All actions
        </a>
      }
    >
      <form ref={form.element} onSubmit={onSubmit} noValidate class="max-w-2xl space-y-6">
        <FormSection
          title="The agent’s actions"
          lead="As JSON, such as the response of GET /agent/actions."
          action={<Button onClick={() => void fill()}>Use this service’s own</Button>}
        >
          {failure !== undefined && <ErrorNotice error={failure} />}
          <TextArea
            label="Text"
            value={form.values.text}
            error={form.errors.text}
            onInput={(text) => form.set({ text })}
            isCode
            rows={14}
            placeholder={'{ "actions": […], "tools": […] }'}
            hint="Actions that are already registered will be updated."
          />
        </FormSection>
        {form.failure !== undefined && <ErrorNotice error={form.failure} />}
        <Button type="submit" kind="primary" isBusy={form.busy !== undefined}>
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
                <Badge tone={outcome === 'failed' ? 'bad' : 'good'}>{OUTCOMES[outcome]}</Badge>
              </div>
              {message && <p class="mt-1 text-[13px] text-muted wrap-anywhere">{message}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const OUTCOMES = { created: 'Registered', changed: 'Updated', failed: 'Failed' }
