import { SquarePen } from 'lucide'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Composer } from '../chat-ui/composer.tsx'
import { JumpToLatest, MessageLog } from '../chat-ui/message-log.tsx'
import { useStickToBottom } from '../chat-ui/use-stick-to-bottom.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { AgentUrls } from './agent-urls.tsx'
import { createConversation } from './conversation.ts'
import { MAX_QUESTION_CHARACTERS } from './history.ts'
import { MessageList } from './message-list.tsx'
import { Welcome } from './welcome.tsx'

/** Outlives the component, so that an answer continues while another page is shown. */
const conversation = createConversation()

export function Chat() {
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = conversation.messages.value.length === 0

  function reset() {
    conversation.reset()
    field.current?.focus()
  }

  return (
    <Page
      title="Chat"
      layout="column"
      actions={
        <Button onClick={reset} isBusy={isEmpty}>
          <Icon node={SquarePen} />
          New conversation
        </Button>
      }
    >
      <AccessGate>
        <ConversationPanel field={field} />
      </AccessGate>
    </Page>
  )
}

function ConversationPanel({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const log = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const { messages, draft, isAnswering, announcement, needsAccess } = conversation
  const { isAtBottom, scrollToBottom } = useStickToBottom(log, isAnswering.value)

  /**
   * Needed because the button that had the focus is gone. On a phone, focusing the text field would
   * cover half of the answer with the keyboard.
   */
  function moveFocus() {
    const isDesktop = matchMedia('(pointer: fine)').matches
    ;(isDesktop ? field : log).current?.focus({ preventScroll: true })
    scrollToBottom()
  }

  function retry() {
    conversation.retry()
    moveFocus()
  }

  // Mounted again after the access token was entered: repeat the question that needed it.
  useEffect(() => {
    if (needsAccess.value) retry()
  }, [])

  function send(text: string) {
    const isLong = text.length > MAX_QUESTION_CHARACTERS
    setError(
      isLong ? `A message can have at most ${MAX_QUESTION_CHARACTERS} characters.` : undefined,
    )
    if (isLong) return
    conversation.send(text)
    conversation.setDraft('')
    scrollToBottom()
  }

  return (
    <>
      <AgentUrls />
      <div class="flex-1 pt-6 pb-8">
        {messages.value.length === 0 && (
          <Welcome
            onPick={(question) => {
              conversation.send(question)
              moveFocus()
            }}
          />
        )}
        <MessageLog element={log} isStreaming={isAnswering.value} announcement={announcement.value}>
          <MessageList messages={messages.value} onRetry={retry} />
        </MessageLog>
      </div>
      <div
        data-sticky-end
        class="sticky bottom-0 z-10 -mx-2 bg-canvas px-2 pb-[max(1rem,env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-canvas before:to-transparent"
      >
        <JumpToLatest isShown={!isAtBottom} onClick={scrollToBottom} />
        <Composer
          field={field}
          value={draft.value}
          onInput={conversation.setDraft}
          onSend={send}
          isAnswering={isAnswering.value}
          onStop={conversation.stop}
          placeholder="Ask about launches"
          error={error}
        />
      </div>
    </>
  )
}
