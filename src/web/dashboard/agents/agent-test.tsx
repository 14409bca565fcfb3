import { useState } from 'preact/hooks'
import type { Trial } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormSection } from '../form/form-section.tsx'
import type { Form } from '../form/use-form.ts'
import { platform } from '../platform-client.ts'
import { type AgentValues, testBodyOf } from './agent-values.ts'
import { recordTest } from './last-tests.ts'
import { providerOf } from './providers.ts'
import { TestDetails } from './test-details.tsx'
import { type Verdict, verdictOf } from './verdict.ts'

/** The service waits up to a minute for the agent. */
const TIMEOUT_MS = 75_000

const QUESTION = 'Hello! What can you do for me?'
const NEEDED = [
  'integrationMeta.baseUrl',
  'integrationMeta.agentId',
  'integrationMeta.headers',
] as const

const TONES = {
  passed: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
  failed: 'bg-bad-soft text-bad',
}

interface AgentTestProps {
  form: Form<AgentValues>
  uid: string | undefined
}

/** Sends one question to the agent as the form describes it, saved or not. */
export function AgentTest({ form, uid }: AgentTestProps) {
  const [question, setQuestion] = useState(QUESTION)
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<Trial>()
  const [verdict, setVerdict] = useState<Verdict>()

  async function test() {
    setResult(undefined)
    setVerdict(undefined)
    if (!form.check(NEEDED)) return setVerdict({ outcome: 'failed', text: MARKED })
    setIsBusy(true)
    const body = testBodyOf(form.values, question.trim() || QUESTION)
    try {
      const { data } = await platform.value.request<{ data: Trial }>('/v3/ai-agents/agents/test', {
        method: 'POST',
        body: uid === undefined ? body : { ...body, uid },
        timeoutMs: TIMEOUT_MS,
      })
      const found = verdictOf(data)
      setResult(data)
      setVerdict(found)
      if (uid !== undefined) recordTest(uid, found.outcome)
    } catch (error) {
      const text = form.mark(error) ? MARKED : `Not tested: ${errorMessage(error)}`
      setVerdict({ outcome: 'failed', text })
    }
    setIsBusy(false)
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) void test()
  }

  return (
    <FormSection
      title="Try it"
      lead="Sends one question to the agent as this form describes it, saved or not."
    >
      <form onSubmit={onSubmit} class="space-y-4">
        <TextField
          label="Question"
          name="question"
          value={question}
          error={undefined}
          onInput={setQuestion}
        />
        <Button type="submit" isBusy={isBusy}>
          Test
        </Button>
      </form>
      <div role="status" aria-label="Test">
        {isBusy && <p class="text-sm text-muted">Asking the agent…</p>}
        {verdict && (
          <div class={`rounded-md px-3.5 py-2.5 text-sm wrap-anywhere ${TONES[verdict.outcome]}`}>
            <p class="font-medium">{verdict.text}</p>
            {verdict.advice && <p>{verdict.advice}</p>}
            {result?.failure?.agentMessage && (
              <p>
                The agent says: <q>{result.failure.agentMessage}</q>
              </p>
            )}
          </div>
        )}
      </div>
      {result?.looksLike && (
        <Button onClick={() => form.set({ integrateWith: result.looksLike ?? '' })}>
          Use {providerOf(result.looksLike).label}
        </Button>
      )}
      {result?.text && (
        <p class="max-h-48 overflow-y-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
          {result.text}
        </p>
      )}
      {result && (
        <Disclosure summary="Details">
          <TestDetails result={result} />
        </Disclosure>
      )}
    </FormSection>
  )
}

const MARKED = 'Not tested: fill in the marked fields first.'
