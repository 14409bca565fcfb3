import { RotateCcw } from 'lucide'
import { useMemo } from 'preact/hooks'
import { FoundProducts, productsIn } from '../chat-ui/found-products.tsx'
import { Markdown } from '../chat-ui/markdown.tsx'
import { Message } from '../chat-ui/message.tsx'
import { type ToolCall, ToolStep } from '../chat-ui/tool-step.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Answer, type ChatMessage, textOf } from './answer.ts'

interface MessageListProps {
  messages: readonly ChatMessage[]
  /** Repeats the last question. */
  onRetry: () => void
}

export function MessageList({ messages, onRetry }: MessageListProps) {
  const last = messages.at(-1)
  return (
    <>
      {messages.map((message) => (
        <MessageItem
          key={message.id}
          message={message}
          onRetry={message === last ? onRetry : undefined}
        />
      ))}
    </>
  )
}

interface MessageItemProps {
  message: ChatMessage
  onRetry: (() => void) | undefined
}

/** Memoized: while an answer streams, only the last message changes. */
function MessageItem({ message, onRetry }: MessageItemProps) {
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
  const isStreaming = state === 'streaming'
  const last = parts.at(-1)
  const text = textOf(answer)
  return (
    <Message
      author="Launchboard"
      avatar={<img src="/assets/icon.svg" alt="" width={20} height={20} class="size-5" />}
      footer={
        !isStreaming &&
        text !== '' && (
          <CopyButton label="Copy" text={() => text} kind="ghost" class="-ml-3.5 text-[13px]" />
        )
      }
    >
      {parts.map((part, at) =>
        part.type === 'text' ? (
          <Markdown key={at} text={part.text} isStreaming={isStreaming && part === last} />
        ) : (
          <Step key={at} call={part.call} />
        ),
      )}
      {isStreaming && last?.type !== 'text' && <TypingDots />}
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

/** Shown while there is no new text yet. */
function TypingDots() {
  const dot = 'size-1.5 rounded-full bg-edge motion-safe:animate-pulse'
  return (
    <div aria-hidden="true" class="flex h-6 items-center gap-1">
      <span class={dot} />
      <span class={`${dot} [animation-delay:200ms]`} />
      <span class={`${dot} [animation-delay:400ms]`} />
    </div>
  )
}
