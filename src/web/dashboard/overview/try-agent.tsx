import { MessageCircle, Sparkles } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from '../../api/request.ts'
import type { Agent, Trial } from '../../api/response-types.ts'
import { randomId } from '../../browser/storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type LiveWidget, openLiveWidget } from '../live-widget.ts'
import { dataOf, pathOf } from '../platform.ts'

const AGENTS = '/v3/ai-agents/agents'
const QUESTION = 'What were the top 3 last week?'

interface TryAgentProps {
  /** The agent was registered and tested. */
  onTried: () => void
}

/** One button from nothing to an answer: it registers our own agent, tests it, and opens the widget. */
export function TryAgent({ onTried }: TryAgentProps) {
  const [step, setStep] = useState('')
  const [widget, setWidget] = useState<LiveWidget>()
  useEffect(() => () => widget?.destroy(), [widget])
  // A second attempt goes on with the agent of the first one.
  const registered = useRef<Agent>(undefined)

  const { run, isBusy, error } = useAction(async () => {
    setStep('Registering the agent…')
    registered.current ??= await dataOf<Agent>(AGENTS, { method: 'POST', body: ownAgent() })
    const agent = registered.current
    setStep('Testing it…')
    await testAgent(agent)
    setStep('Switching it on…')
    await dataOf(pathOf(AGENTS, agent.uid), { method: 'PATCH', body: { isActive: true } })
    setStep('Opening the widget…')
    const opened = await openLiveWidget(agent.uid)
    setWidget(opened)
    opened.send(QUESTION)
    setStep('')
    onTried()
  })

  return (
    <section aria-labelledby="try" class="card bg-linear-160 from-accent-soft to-surface p-6">
      <h2 id="try" class="text-lg font-semibold tracking-tight">
        {widget ? 'Launchboard’s own agent answers' : 'See an agent answer in ten seconds'}
      </h2>
      <p class="mt-1 max-w-prose text-muted">
        {widget
          ? 'It is in the corner of this page, as your visitors will see it.'
          : 'Launchboard registers its own agent, tests it, switches it on and opens the chat that your visitors will see.'}
      </p>
      <div class="mt-4 flex flex-wrap items-center gap-3">
        {widget ? (
          <Button kind="primary" icon={MessageCircle} onClick={widget.open}>
            Open the widget
          </Button>
        ) : (
          <Button kind="primary" icon={Sparkles} isBusy={isBusy} onClick={() => void run()}>
            Try Launchboard's own agent
          </Button>
        )}
        <ButtonLink href="/dashboard/agents?new">Register your own agent</ButtonLink>
      </div>
      <p role="status" class="mt-3 text-sm text-muted empty:hidden">
        {error === undefined && step}
      </p>
      {error !== undefined && <ErrorNotice error={error} onRetry={() => void run()} class="mt-3" />}
    </section>
  )
}

function ownAgent() {
  return {
    uid: `launchboard-${randomId().slice(0, 6)}`,
    name: 'Launchboard',
    integrateWith: 'ag-ui',
    integrationMeta: { baseUrl: `${location.origin}/agent`, agentId: 'ranking' },
    metaData: {
      greetingMessage: 'What would you like to know about launches?',
      suggestedMessages: [QUESTION, 'What is rising?'],
    },
  }
}

async function testAgent({ uid, integrateWith, integrationMeta }: Agent) {
  const body = { uid, integrateWith, integrationMeta, question: QUESTION }
  const { verdict } = await dataOf<Trial>(`${AGENTS}/test`, { method: 'POST', body })
  if (verdict.outcome === 'failed') throw new RequestError(verdict.text)
}
