import { RotateCcw } from 'lucide'
import { useMemo } from 'preact/hooks'
import { FoundProducts, productsIn } from '../conversation/found-products.tsx'
import { Markdown } from '../conversation/markdown.tsx'
import { Message } from '../conversation/message.tsx'
import { type ToolCall, ToolStep } from '../conversation/tool-step.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Answer, type ChatMessage, textOf } from './answer.ts'

interface MessagesProps {
  messages: readonly ChatMessage[]
  /** Asks the last question again. */
  onRetry: () => void
}

export function Messages({ messages, onRetry }: MessagesProps) {
  const last = messages.at(-1)
  return (
    <>
      {messages.map((message) => (
        <OneMessage
          key={message.id}
          message={message}
          onRetry={message === last ? onRetry : undefined}
        />
      ))}
    </>
  )
}

interface OneMessageProps {
  message: ChatMessage
  onRetry: (() => void) | undefined
}

/** What has not changed is not rendered again: only the last one grows. */
function OneMessage({ message, onRetry }: OneMessageProps) {
  const canRetry = onRetry !== undefined
  return useMemo(
    () =>
      message.author === 'user' ? (
        <Message author="You" isOwn>
          {message.text}
        </Message>
      ) : (
        <AgentMessage answer={message} onRetry={onRetry} />
      ),
    [message, canRetry],
  )
}

function AgentMessage({ answer, onRetry }: { answer: Answer; onRetry: (() => void) | undefined }) {
  const { parts, state } = answer
  const isGrowing = state === 'growing'
  const last = parts.at(-1)
  const text = textOf(answer)
  return (
    <Message
      author="Launchboard"
      avatar={<img src="/assets/icon.svg" alt="" width={20} height={20} class="size-5" />}
      footer={
        !isGrowing &&
        text !== '' && (
          <CopyButton label="Copy" text={() => text} kind="ghost" class="-ml-3.5 text-[13px]" />
        )
      }
    >
      {parts.map((part, at) =>
        part.type === 'text' ? (
          <Markdown key={at} text={part.text} isGrowing={isGrowing && part === last} />
        ) : (
          <Step key={at} call={part.call} />
        ),
      )}
      {isGrowing && last?.type !== 'text' && <Dots />}
      {state === 'failed' && (
        <Notice tone="bad" action={onRetry && <RetryButton onClick={onRetry} />}>
          {answer.issue}
        </Notice>
      )}
      {state === 'stopped' && (
        <div class="flex items-center gap-3 text-sm text-muted">
          You stopped this answer.
          {onRetry && <RetryButton onClick={onRetry} />}
        </div>
      )}
    </Message>
  )
}

function Step({ call }: { call: ToolCall }) {
  const products = useMemo(() => productsIn(call.result), [call.result])
  return (
    <ToolStep call={call}>{products.length > 0 && <FoundProducts products={products} />}</ToolStep>
  )
}

function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Icon node={RotateCcw} class="size-3.5" />
      Try again
    </Button>
  )
}

/** Nothing to read has come yet. */
function Dots() {
  const dot = 'size-1.5 rounded-full bg-edge motion-safe:animate-pulse'
  return (
    <div aria-hidden="true" class="flex h-6 items-center gap-1">
      <span class={dot} />
      <span class={`${dot} [animation-delay:200ms]`} />
      <span class={`${dot} [animation-delay:400ms]`} />
    </div>
  )
}
