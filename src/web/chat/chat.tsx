import { SquarePen } from 'lucide'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Composer } from '../conversation/composer.tsx'
import { useFollowEnd } from '../conversation/follow-end.ts'
import { JumpToLatest, Log } from '../conversation/log.tsx'
import { AccessGate } from '../shell/access-gate.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Addresses } from './addresses.tsx'
import { createConversation } from './conversation.ts'
import { MAX_QUESTION_CHARACTERS } from './history.ts'
import { Messages } from './messages.tsx'
import { Welcome } from './welcome.tsx'

/** Longer than this place is shown: an answer goes on while one looks at another. */
const conversation = createConversation()

export function Chat() {
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = conversation.messages.value.length === 0

  function startAnew() {
    conversation.startAnew()
    field.current?.focus()
  }

  return (
    <Page
      title="Chat"
      layout="column"
      actions={
        <Button onClick={startAnew} isBusy={isEmpty}>
          <Icon node={SquarePen} />
          New conversation
        </Button>
      }
    >
      <AccessGate>
        <Talk field={field} />
      </AccessGate>
    </Page>
  )
}

function Talk({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const log = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const { messages, draft, isAnswering, announcement, wantsAccess } = conversation
  const { isAtEnd, toEnd } = useFollowEnd(log, isAnswering.value)

  /** What was pressed is gone. A phone would cover half of the answer with its keyboard. */
  function moveFocus() {
    const isKeyboardAtHand = matchMedia('(pointer: fine)').matches
    ;(isKeyboardAtHand ? field : log).current?.focus({ preventScroll: true })
    toEnd()
  }

  function retry() {
    conversation.retry()
    moveFocus()
  }

  // An access token was given: what it was wanted for is asked again.
  useEffect(() => {
    if (wantsAccess.value) retry()
  }, [])

  function send(text: string) {
    const isLong = text.length > MAX_QUESTION_CHARACTERS
    setError(
      isLong ? `A message may have at most ${MAX_QUESTION_CHARACTERS} characters.` : undefined,
    )
    if (isLong) return
    conversation.send(text)
    conversation.write('')
    toEnd()
  }

  return (
    <>
      <Addresses />
      <div class="flex-1 pt-6 pb-8">
        {messages.value.length === 0 && (
          <Welcome
            onPick={(question) => {
              conversation.send(question)
              moveFocus()
            }}
          />
        )}
        <Log element={log} isGrowing={isAnswering.value} announcement={announcement.value}>
          <Messages messages={messages.value} onRetry={retry} />
        </Log>
      </div>
      <div
        data-sticky-end
        class="sticky bottom-0 z-10 -mx-2 bg-canvas px-2 pb-[max(1rem,env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-canvas before:to-transparent"
      >
        <JumpToLatest isShown={!isAtEnd} onClick={toEnd} />
        <Composer
          field={field}
          value={draft.value}
          onInput={conversation.write}
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
