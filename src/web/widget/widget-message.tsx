import { FoundProducts, productsIn } from '../conversation/found-products.tsx'
import { Markdown } from '../conversation/markdown.tsx'
import { Message } from '../conversation/message.tsx'
import { ToolStep } from '../conversation/tool-step.tsx'
import type { Entry, ToolStep as Step } from '../messaging/entry.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface WidgetMessageProps {
  entry: Entry
  agentName: string
  onResend: () => void
}

export function WidgetMessage({ entry, agentName, onResend }: WidgetMessageProps) {
  const { isMine, isNotice, isDeleted, state, text, steps, failure } = entry
  if (isNotice) return <Notice tone="info">{text}</Notice>
  const isGrowing = state === 'growing'
  return (
    <Message author={isMine ? 'You' : agentName} isOwn={isMine}>
      {isDeleted && <p class="text-muted">This message was deleted.</p>}
      {steps.map((step) => (
        <Call key={step.id} step={step} />
      ))}
      {isMine ? text : <Markdown text={text} isGrowing={isGrowing} />}
      {isGrowing && text === '' && steps.length === 0 && <p class="text-muted">Thinking…</p>}
      {state === 'unsent' && (
        <Notice tone="bad" action={<Button onClick={onResend}>Try again</Button>}>
          {failure}
        </Notice>
      )}
      {state === 'stored' && failure && failure !== text && <Notice tone="bad">{failure}</Notice>}
    </Message>
  )
}

function Call({ step }: { step: Step }) {
  const { state, executionText, displayName } = step
  const products = productsIn(step.result)
  const shown = state === 'waiting' ? 'running' : state
  return (
    <ToolStep
      call={{ ...step, state: shown }}
      title={(shown === 'running' ? executionText : undefined) ?? displayName}
    >
      {products.length > 0 && <FoundProducts products={products} />}
    </ToolStep>
  )
}
