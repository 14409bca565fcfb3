import { ArrowDown } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice, userMessage } from '../ui/notice.tsx'
import { Composer } from './composer.tsx'
import type { ConversationFeed, TranscriptMessage } from './conversation.ts'
import { MessageItem, type MessageOptions } from './message-item.tsx'

interface ConversationViewProps extends MessageOptions {
  conversation: ConversationFeed
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

const COLUMN = 'mx-auto w-full max-w-3xl px-4 @xl:px-6'
const FOOT = `${COLUMN} relative pb-[max(1rem,env(safe-area-inset-bottom))]`

/**
 * A conversation that fills its parent: the messages, which scroll, and the composer. In an empty one
 * the composer is in the middle.
 */
export function ConversationView(props: ConversationViewProps) {
  const { conversation, placeholder, welcome, suggestions = [], before, notice, field } = props
  const { draft, stop } = conversation
  const messages = conversation.messages.value
  const scroller = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const lastQuestion = messages.findLast(({ isOwn }) => isOwn)
  const isStreaming = messages.some(({ state }) => state === 'streaming')
  const isEmpty = last === undefined
  const announcement = useAnnouncement(messages)
  const { isAtBottom, scrollToBottom } = useStickToBottom(scroller, log, {
    isStreaming,
    count: messages.length,
  })
  const { send, isSending, issue, setIssue } = useSending(conversation, scrollToBottom)

  /** On a phone, focusing the text field would cover half of the answer with the keyboard. */
  function moveFocus() {
    const isDesktop = matchMedia('(pointer: fine)').matches
    ;(isDesktop ? field : log).current?.focus({ preventScroll: true })
    scrollToBottom()
  }

  function pick(question: string) {
    void send(question)
    moveFocus()
  }

  return (
    // In an empty one the automatic margins center its parts, as far as there is room.
    <div
      class={cx('@container relative flex min-h-0 flex-1 flex-col', isEmpty && 'overflow-y-auto')}
    >
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
                onError={(error) => setIssue(userMessage(error))}
              />
            ))}
          </div>
          <div role="status" class="sr-only">
            {announcement}
          </div>
          {!isEmpty && !isStreaming && <Suggestions questions={suggestions} onPick={pick} />}
        </div>
      </div>
      <div class={cx(FOOT, isEmpty && 'mb-auto')}>
        {!isAtBottom && <LatestButton onClick={scrollToBottom} />}
        {notice}
        <EditingNotice conversation={conversation} />
        <Composer
          field={field}
          draft={draft}
          onSend={(text) => void send(text)}
          isBusy={isSending || (stop !== undefined && isStreaming)}
          onStop={
            stop && isStreaming
              ? () => {
                  stop()
                  field.current?.focus()
                }
              : undefined
          }
          placeholder={placeholder}
          error={issue}
        />
        {isEmpty && <Suggestions questions={suggestions} onPick={pick} />}
      </div>
    </div>
  )
}

/** Sends what was typed, which comes back to the field where that fails. */
function useSending({ send, draft }: ConversationFeed, onSent: () => void) {
  const [isSending, setIsSending] = useState(false)
  const [issue, setIssue] = useState<string>()
  return {
    isSending,
    issue,
    setIssue,
    async send(text: string) {
      setIsSending(true)
      setIssue(undefined)
      try {
        await send(text)
        // Keeps what was typed in the meantime.
        if (draft.value.trim() === text) draft.value = ''
        onSent()
      } catch (error) {
        if (draft.value.trim() === '') draft.value = text
        setIssue(userMessage(error))
      }
      setIsSending(false)
    },
  }
}

function EditingNotice({ conversation: { editing, edit } }: { conversation: ConversationFeed }) {
  if (!editing?.value) return null
  const cancel = <Button onClick={() => edit?.(false)}>Cancel</Button>
  return (
    <Notice tone="info" class="mb-2" action={cancel}>
      Your next message replaces your last question.
    </Notice>
  )
}

function LatestButton({ onClick }: { onClick: () => void }) {
  return (
    <div class="pointer-events-none absolute inset-x-0 bottom-full flex justify-center pb-3">
      <Button icon={ArrowDown} onClick={onClick} class="pointer-events-auto rounded-full">
        Jump to latest
      </Button>
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

/** Distances below this count as the bottom: touch screens stop at fractions of pixels. */
const NEAR_PX = 32

/**
 * Keeps the bottom in view while the content streams, and when there are more messages, until the
 * user scrolls up. What the user opens is not followed.
 */
function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isStreaming, count }: { isStreaming: boolean; count: number },
) {
  const [isAtBottom, setIsAtBottom] = useState(true)
  const isSticky = useRef(true)
  const streaming = useRef(isStreaming)
  streaming.current = isStreaming

  function scrollToBottom() {
    isSticky.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    setIsAtBottom(true)
  }

  useEffect(() => {
    if (isSticky.current) scrollToBottom()
  }, [isStreaming, count])

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (!outer || !inner) return
    let lastTop = outer.scrollTop

    function onScroll() {
      if (!outer) return
      const { scrollHeight, scrollTop, clientHeight } = outer
      const isNear = scrollHeight - scrollTop - clientHeight <= NEAR_PX
      // Growing content also increases the distance, but only the user scrolls up.
      if (isNear) isSticky.current = true
      else if (scrollTop < lastTop) isSticky.current = false
      lastTop = scrollTop
      setIsAtBottom(isNear || isSticky.current)
    }

    const observer = new ResizeObserver((entries) => {
      const isFollowed = streaming.current || entries.some(({ target }) => target === outer)
      if (isSticky.current && isFollowed) scrollToBottom()
      else onScroll()
    })
    observer.observe(inner)
    observer.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { isAtBottom, scrollToBottom }
}

/**
 * What screen readers announce: the beginning of an answer, then the whole of it, and messages of
 * others. Messages that were there before, or are loaded first, are not news.
 */
function useAnnouncement(messages: readonly TranscriptMessage[]): string {
  const last = messages.at(-1)
  const known = useRef(last?.id)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (!last) return
    const isNews = known.current !== undefined && !last.isOwn
    if (last.state === 'streaming') setAnnouncement(`${last.author} is answering`)
    else if (isNews) setAnnouncement(endOf(last))
    known.current = last.id
  }, [last?.id, last?.state])

  return announcement
}

function endOf({ state, kind, text, author }: TranscriptMessage): string {
  if (state === 'stopped') return 'Stopped'
  // The error message is an alert itself.
  if (state === 'failed') return ''
  if (kind !== 'answer') return `${author}: ${text}`
  return spokenText(text) || `${author} has answered`
}

/** Markdown as it is read aloud: the words without the marks. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:#+|>|[-*+]|\|)[ \t]/gm, '')
    .replace(/\*\*|__|[`|]/g, '')
    .trim()
}
