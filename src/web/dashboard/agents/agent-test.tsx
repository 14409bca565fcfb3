import { useState } from 'preact/hooks'
import type { Trial } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormSection } from '../form-section.tsx'
import { platform } from '../platform-client.ts'
import { type AgentDraft, integrationOf } from './agent-draft.ts'
import { outcomeOf, recordTest } from './last-tests.ts'
import { TestResult } from './test-result.tsx'

/** The service waits up to a minute for the agent. */
const TIMEOUT_MS = 75_000

const QUESTION = 'Hello! What can you do for me?'

/** Sends one question to the agent as the form describes it, saved or not. */
export function useAgentTest(uid: string | undefined) {
  const [question, setQuestion] = useState(QUESTION)
  const [result, setResult] = useState<Trial>()
  const [tested, setTested] = useState<AgentDraft>()

  async function run(draft: AgentDraft) {
    setResult(undefined)
    const test = { ...integrationOf(draft), question: question.trim() || QUESTION }
    const { data } = await platform.value.request<{ data: Trial }>('/v3/ai-agents/agents/test', {
      method: 'POST',
      body: uid === undefined ? test : { ...test, uid },
      timeoutMs: TIMEOUT_MS,
    })
    setResult(data)
    setTested(draft)
    if (uid !== undefined) recordTest(uid, outcomeOf(data))
  }

  return { question, setQuestion, result, tested, run }
}

interface AgentTestProps {
  test: ReturnType<typeof useAgentTest>
  isBusy: boolean
  onTest: () => void
}

export function AgentTest({ test, isBusy, onTest }: AgentTestProps) {
  const { question, setQuestion, result } = test
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) onTest()
  }
  return (
    <FormSection
      title="Try it"
      lead="Sends one question to the agent as this form describes it, saved or not. Nothing is stored."
    >
      <form onSubmit={onSubmit} class="space-y-4">
        <TextField label="Question" value={question} onInput={setQuestion} autoComplete="off" />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Testing…' : 'Test'}
        </Button>
      </form>
      <div role="status" class="sr-only">
        {isBusy && 'Asking the agent.'}
        {result && `The test has finished: ${outcomeOf(result)}.`}
      </div>
      {result && <TestResult result={result} />}
    </FormSection>
  )
}
