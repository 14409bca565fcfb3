import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Action, Agent } from '../../api/response-types.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { platform } from '../platform-client.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { dropDraft, useForm } from '../use-form.ts'
import {
  checkDraft,
  detailsOf,
  draftOf,
  fieldOf,
  NEW_DRAFT,
  withoutSecrets,
} from './agent-draft.ts'
import { AgentFields } from './agent-fields.tsx'
import { AGENTS_HREF } from './agent-hrefs.ts'
import { saveAgent } from './agent-requests.ts'
import { AgentTest, useAgentTest } from './agent-test.tsx'
import { agentsNotice } from './agents-list.tsx'
import { HostedDetails } from './hosted-details.tsx'
import { outcomeOf, recordTest } from './last-tests.ts'
import { WidgetSnippet } from './widget-snippet.tsx'

interface AgentFormProps {
  /** Undefined for a new agent. */
  agent: Agent | undefined
  actions: readonly Action[]
  onSaved: (agent: Agent) => void
}

export function AgentForm({ agent: loaded, actions, onSaved }: AgentFormProps) {
  const { route } = useLocation()
  const [agent, setAgent] = useState(loaded)
  const [notice, setNotice] = useState<string>()
  const draftKey = `launchboard-agent:${agent?.uid ?? ''}`
  const form = useForm({
    draftKey,
    initial: agent ? draftOf(agent) : NEW_DRAFT,
    draftOf: withoutSecrets,
    check: checkDraft,
    fieldOf,
  })
  const test = useAgentTest(agent?.uid)
  const deletion = useConfirmation(async () => {
    if (!agent) return
    await platform.value.run((client) => client.agents.delete(agent.uid))
    leave(`${agent.name} was deleted.`)
  })

  function leave(message: string) {
    dropDraft(draftKey)
    agentsNotice.value = message
    route(AGENTS_HREF)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void form.submit('save', async (draft) => {
      setNotice(undefined)
      const saved = await saveAgent(agent?.uid, detailsOf(draft))
      if (!agent && test.result && test.tested === draft) {
        recordTest(saved.uid, outcomeOf(test.result))
      }
      if (!agent) return leave(`${saved.name} was registered. Switch it on to let it answer.`)
      setAgent(saved)
      form.reset(draftOf(saved))
      setNotice(`${saved.name} was saved.`)
      onSaved(saved)
    })
  }

  return (
    <div class="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <form ref={form.element} onSubmit={onSubmit} noValidate class="min-w-0 space-y-6">
        {form.isRestored && <DraftNotice onDiscard={form.discard} />}
        <AgentFields form={form} actions={actions} />
        {form.failure !== undefined && <ErrorNotice error={form.failure} />}
        {notice && !form.isChanged && <Notice tone="good">{notice}</Notice>}
        <FormButtons isBusy={form.busy !== undefined} onDelete={agent ? deletion.ask : undefined} />
      </form>
      <div class="min-w-0 space-y-6">
        <AgentTest
          test={test}
          isBusy={form.busy === 'test'}
          onTest={() => void form.submit('test', test.run)}
        />
        <HostedDetails draft={form.values} />
        {agent && <WidgetSnippet uid={agent.uid} />}
      </div>
      {agent && deletion.isAsking && (
        <ConfirmDialog
          title={`Delete ${agent.name}?`}
          action="Delete"
          isBusy={deletion.isBusy}
          error={deletion.error}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          It stops answering. Its earlier messages stay in their conversations.
        </ConfirmDialog>
      )}
    </div>
  )
}
