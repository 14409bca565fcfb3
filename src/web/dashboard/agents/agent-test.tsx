import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { Agent, Trial } from '../../api/response-types.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure, Scrollable } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge, userMessage } from '../../ui/notice.tsx'
import { submitting, useAction } from '../../ui/use-action.ts'
import { controlsOf, FormSection, fillForm, markIssues } from '../form/form.tsx'
import { dataOf } from '../platform.ts'
import { agentBody, PROVIDER, providerOf, TESTED } from './agent-fields.ts'

/** The service waits up to a minute for the agent. */
const TIMEOUT_MS = 75_000

const QUESTION = 'Hello! What can you do for me?'
const NEEDED = new Set(TESTED.map(({ path }) => path))
type Verdict = Omit<Trial['verdict'], 'testedAt'>

const MARKED: Verdict = {
  outcome: 'failed',
  text: 'Not tested: fill in the marked fields first.',
}

const OUTCOMES = {
  passed: { tone: 'good', word: 'Passed', classes: 'bg-good-soft text-good' },
  warning: { tone: 'warn', word: 'Warning', classes: 'bg-warn-soft text-warn' },
  failed: { tone: 'bad', word: 'Failed', classes: 'bg-bad-soft text-bad' },
} as const

interface AgentTestProps {
  form: RefObject<HTMLFormElement | null>
  agent: Agent | undefined
}

/** Sends one question to the agent as the form describes it, saved or not. */
export function AgentTest({ form, agent }: AgentTestProps) {
  const [question, setQuestion] = useState(QUESTION)
  const [result, setResult] = useState<Trial>()
  const [verdict, setVerdict] = useState<Verdict>()

  const { run, isBusy } = useAction(async () => {
    setResult(undefined)
    setVerdict(undefined)
    if (!form.current) return
    const needed = controlsOf(form.current).filter(({ name }) => NEEDED.has(name))
    // Each marks itself.
    if (needed.filter((control) => !control.checkValidity()).length > 0) return setVerdict(MARKED)
    const tested = agentBody(TESTED, form.current, agent)
    const body = { ...tested, uid: agent?.uid, question: question.trim() || QUESTION }
    const call = { method: 'POST', body, timeoutMs: TIMEOUT_MS } as const
    try {
      const trial = await dataOf<Trial>('/v3/ai-agents/agents/test', call)
      setResult(trial)
      setVerdict(trial.verdict)
    } catch (error) {
      setVerdict(isMarked(form.current, error) ? MARKED : untested(error))
    }
  })

  const { looksLike, failure, text } = result ?? {}
  return (
    <FormSection title="Try it" lead="Asks the agent with the settings in this form, saved or not.">
      <form onSubmit={submitting(run)} class="space-y-4">
        <TextField label="Question" value={question} onInput={setQuestion} />
        <Button type="submit" isBusy={isBusy}>
          Test
        </Button>
      </form>
      <div role="status" aria-label="Test">
        {isBusy && <p class="text-sm text-muted">Asking the agent…</p>}
        {verdict && (
          <div
            class={`rounded-md px-3.5 py-2.5 text-sm wrap-anywhere ${OUTCOMES[verdict.outcome].classes}`}
          >
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
        <Button
          onClick={() => form.current && fillForm(form.current, { [PROVIDER.path]: looksLike })}
        >
          Use {providerOf(looksLike).label}
        </Button>
      )}
      {text && <Scrollable label="Answer">{text}</Scrollable>}
      {result && result.frames.length > 0 && <Details frames={result.frames} />}
    </FormSection>
  )
}

function untested(error: unknown): Verdict {
  return { outcome: 'failed', text: `Not tested: ${userMessage(error)}` }
}

function isMarked(form: HTMLFormElement, error: unknown): boolean {
  try {
    markIssues(form, error)
    return true
  } catch {
    return false
  }
}

/** The service returns no more than this. */
const MAX_FRAMES = 100

/** The agent's answer as it came. */
function Details({ frames }: { frames: readonly string[] }) {
  const count = frames.length < MAX_FRAMES ? `${frames.length}` : `the first ${MAX_FRAMES}`
  return (
    <Disclosure summary="Details">
      <h3 class="mb-1 text-sm text-muted">Events as received ({count})</h3>
      <Scrollable label="Events">{frames.join('\n')}</Scrollable>
    </Disclosure>
  )
}

export function LastTest({ agent: { lastTest } }: { agent: Agent }) {
  if (!lastTest) return <span class="text-muted">Not tested</span>
  const { tone, word } = OUTCOMES[lastTest.outcome]
  return <Badge tone={tone}>{word}</Badge>
}
