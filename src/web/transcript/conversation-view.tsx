import { ArrowDown } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { errorMessage } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAnnouncement } from './announcement.ts'
import { Composer } from './composer.tsx'
import type { Conversation } from './conversation.ts'
import { MessageItem, type MessageOptions } from './message-item.tsx'
import { useStickToBottom } from './stick-to-bottom.ts'

interface ConversationViewProps extends MessageOptions {
  conversation: Conversation
  placeholder: string
  /** Above the composer of an empty conversation. */
  welcome: ComponentChildren
  /** Questions under the composer of an empty conversation, or under the last answer. */
  suggestions?: readonly string[]
  /** Before the messages and above the composer. */
  before?: ComponentChildren
  notice?: ComponentChildren
  field: RefObject<HTMLTextAreaElement | null>
}

const COLUMN = 'mx-auto w-full max-w-3xl px-4 sm:px-6'

/**
 * A conversation that fills its parent: the messages, which scroll, and the composer. In an empty one
 * the composer is in the middle.
 */
export function ConversationView(props: ConversationViewProps) {
  const { conversation, placeholder, welcome, suggestions = [], before, notice, field } = props
  const { draft, stop, editing, edit } = conversation
  const messages = conversation.messages.value
  const scroller = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const last = messages.at(-1)
  const lastQuestion = messages.findLast(({ isOwn }) => isOwn)
  const isStreaming = messages.some(({ state }) => state === 'streaming')
  const isEmpty = last === undefined
  const announcement = useAnnouncement(messages)
  const { isAtBottom, scrollToBottom } = useStickToBottom(scroller, log, {
    isStreaming,
    count: messages.length,
  })

  /** On a phone, focusing the text field would cover half of the answer with the keyboard. */
  function moveFocus() {
    const isDesktop = matchMedia('(pointer: fine)').matches
    ;(isDesktop ? field : log).current?.focus({ preventScroll: true })
    scrollToBottom()
  }

  async function send(text: string) {
    setIsSending(true)
    setIssue(undefined)
    try {
      await conversation.send(text)
      // Keeps what was typed in the meantime.
      if (draft.value.trim() === text) draft.value = ''
      scrollToBottom()
    } catch (error) {
      if (draft.value.trim() === '') draft.value = text
      setIssue(errorMessage(error))
    }
    setIsSending(false)
  }

  function pick(question: string) {
    void send(question)
    moveFocus()
  }

  function stopAnswer() {
    stop?.()
    field.current?.focus()
  }

  return (
    // In an empty one the automatic margins center its parts, as far as there is room.
    <div class={cx('relative flex min-h-0 flex-1 flex-col', isEmpty && 'overflow-y-auto')}>
      <div
        ref={scroller}
        class={cx(
          'relative',
          isEmpty
            ? 'mt-auto'
            : 'min-h-0 flex-1 overflow-y-auto overscroll-contain mask-b-from-[calc(100%-1.5rem)]',
        )}
      >
        <div class={`${COLUMN} py-6`}>
          {before}
          {isEmpty && welcome}
          <div
            ref={log}
            role="log"
            aria-label="Conversation"
            // Screen readers would announce every word: the status beside it has the announcements.
            aria-live="off"
            aria-busy={isStreaming}
            tabIndex={-1}
            class="space-y-6 outline-none"
          >
            {messages.map((message) => (
              <MessageItem
                key={message.id}
                {...props}
                message={message}
                isLast={message === (message.isOwn ? lastQuestion : last)}
                onFocusLost={moveFocus}
                onError={(error) => setIssue(errorMessage(error))}
              />
            ))}
          </div>
          <div role="status" class="sr-only">
            {announcement}
          </div>
          {!isEmpty && !isStreaming && <Suggestions questions={suggestions} onPick={pick} />}
        </div>
      </div>
      <div
        class={cx(
          COLUMN,
          'relative pb-[max(1rem,env(safe-area-inset-bottom))]',
          isEmpty && 'mb-auto',
        )}
      >
        {!isAtBottom && (
          <div class="pointer-events-none absolute inset-x-0 bottom-full flex justify-center pb-3">
            <Button
              icon={ArrowDown}
              onClick={scrollToBottom}
              class="pointer-events-auto rounded-full"
            >
              Jump to latest
            </Button>
          </div>
        )}
        {notice}
        {editing?.value && (
          <Notice
            tone="info"
            class="mb-2"
            action={<Button onClick={() => edit?.(false)}>Cancel</Button>}
          >
            Your next message replaces your last question.
          </Notice>
        )}
        <Composer
          field={field}
          draft={draft}
          onSend={(text) => void send(text)}
          isBusy={isSending || (stop !== undefined && isStreaming)}
          onStop={stop && isStreaming ? stopAnswer : undefined}
          placeholder={placeholder}
          error={issue}
        />
        {isEmpty && <Suggestions questions={suggestions} onPick={pick} />}
      </div>
    </div>
  )
}

interface SuggestionsProps {
  questions: readonly string[]
  onPick: (question: string) => void
}

/** Questions to send with a click. */
function Suggestions({ questions, onPick }: SuggestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label="Suggestions" class="mt-4 flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question} class="min-w-0">
          <Button onClick={() => onPick(question)} class="text-left text-muted wrap-anywhere">
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}
