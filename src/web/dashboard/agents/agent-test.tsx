import { useState } from 'preact/hooks'
import type { Agent, Trial } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Scrollable } from '../../ui/scrollable.tsx'
import { submitting, useAction } from '../../ui/use-action.ts'
import { FormSection } from '../form/form-section.tsx'
import type { Form } from '../form/use-form.ts'
import { platform } from '../platform-client.ts'
import { DEPLOYMENT, isTested } from './agent-fields.ts'
import { withHeaderChanges } from './header-changes.ts'
import { providerOf } from './providers.ts'
import { TestDetails } from './test-details.tsx'

/** The service waits up to a minute for the agent. */
const TIMEOUT_MS = 75_000

const QUESTION = 'Hello! What can you do for me?'
const NEEDED = DEPLOYMENT.map(({ path }) => path)
type Verdict = Omit<Trial['verdict'], 'testedAt'>

const MARKED: Verdict = {
  outcome: 'failed',
  text: 'Not tested: fill in the marked fields first.',
}

const TONES = {
  passed: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
  failed: 'bg-bad-soft text-bad',
}

/** Sends one question to the agent as the form describes it, saved or not. */
export function AgentTest({ form, agent }: { form: Form; agent: Agent | undefined }) {
  const uid = agent?.uid
  const [question, setQuestion] = useState(QUESTION)
  const [result, setResult] = useState<Trial>()
  const [verdict, setVerdict] = useState<Verdict>()

  const { run, isBusy } = useAction(async () => {
    setResult(undefined)
    setVerdict(undefined)
    if (!form.check(NEEDED)) return setVerdict(MARKED)
    const tested = withHeaderChanges(form.body(isTested), agent)
    const body = { ...tested, uid, question: question.trim() || QUESTION }
    try {
      const { data } = await platform.value.request<{ data: Trial }>('/v3/ai-agents/agents/test', {
        method: 'POST',
        body,
        timeoutMs: TIMEOUT_MS,
      })
      setResult(data)
      setVerdict(data.verdict)
    } catch (error) {
      const text = `Not tested: ${errorMessage(error)}`
      setVerdict(form.mark(error) ? MARKED : { outcome: 'failed', text })
    }
  })

  const { looksLike, failure, text } = result ?? {}
  return (
    <FormSection
      title="Try it"
      lead="Sends one question to the agent as this form describes it, saved or not."
    >
      <form onSubmit={submitting(run)} class="space-y-4">
        <TextField label="Question" value={question} onInput={setQuestion} />
        <Button type="submit" isBusy={isBusy}>
          Test
        </Button>
      </form>
      <div role="status" aria-label="Test">
        {isBusy && <p class="text-sm text-muted">Asking the agent…</p>}
        {verdict && (
          <div class={`rounded-md px-3.5 py-2.5 text-sm wrap-anywhere ${TONES[verdict.outcome]}`}>
            <p class="font-medium">{verdict.text}</p>
            {verdict.nextStep && <p>{verdict.nextStep}</p>}
            {failure?.agentMessage && (
              <p>
                The agent says: <q>{failure.agentMessage}</q>
              </p>
            )}
          </div>
        )}
      </div>
      {looksLike && (
        <Button onClick={() => form.set({ integrateWith: looksLike })}>
          Use {providerOf(looksLike).label}
        </Button>
      )}
      {text && <Scrollable label="Answer">{text}</Scrollable>}
      {result && <TestDetails result={result} />}
    </FormSection>
  )
}
