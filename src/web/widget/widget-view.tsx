import { MessageCircle, X } from 'lucide'
import { useRef } from 'preact/hooks'
import { ConversationView } from '../platform-chat/conversation-view.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { WidgetState } from './widget-state.ts'

/** A button in the corner of the page, and the chat that it opens. */
export function Widget({ state }: { state: WidgetState }) {
  const bubble = useRef<HTMLButtonElement>(null)
  const partner = state.partner.value
  const isOpen = state.isOpen.value

  function close() {
    state.close()
    bubble.current?.focus()
  }

  if (!partner) return null
  return (
    <div
      data-root
      class="fixed right-4 bottom-[calc(16px+var(--chat-offset))] z-[2147483000] flex flex-col items-end gap-3 sm:right-6 sm:bottom-[calc(24px+var(--chat-offset))]"
    >
      {isOpen && <Panel state={state} name={partner.name} onClose={close} />}
      <button
        ref={bubble}
        type="button"
        aria-label={`Chat with ${partner.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? close : state.open}
        class="flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-card transition-transform hover:scale-105 motion-reduce:transition-none"
      >
        <Icon node={isOpen ? X : MessageCircle} class="size-6" />
      </button>
    </div>
  )
}

interface PanelProps {
  state: WidgetState
  name: string
  onClose: () => void
}

/** Not a modal dialog: the page around it stays usable. */
function Panel({ state, name, onClose }: PanelProps) {
  const session = state.session.value
  const partner = state.partner.value

  return (
    <div
      role="dialog"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      class="flex h-[min(608px,calc(100dvh-112px-var(--chat-offset)))] w-[min(400px,calc(100vw-32px))] flex-col overflow-hidden rounded-2xl border border-line bg-canvas text-ink shadow-card"
    >
      <header class="flex items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-4">
        <p class="min-w-0 flex-1 truncate font-semibold">{name}</p>
        <IconButton label="Close" onClick={onClose}>
          <Icon node={X} />
        </IconButton>
      </header>
      <ConnectionNotice state={state} />
      {session && partner?.agent && (
        <ConversationView
          session={session}
          partner={partner}
          handlers={state.handlers}
          nameOf={(uid) => (uid === partner.id ? name : uid)}
          hasFocus
          outbox={state.outbox}
        />
      )}
    </div>
  )
}

/** A problem with the connection, and what to do about it. */
function ConnectionNotice({ state }: { state: WidgetState }) {
  if (state.isExpired.value) {
    return (
      <Notice tone="warn" action={<Button onClick={state.retry}>Continue</Button>}>
        You are signed out. Sign in, then continue.
      </Notice>
    )
  }
  if (state.error.value !== undefined) {
    return <ErrorNotice error={state.error.value} onRetry={state.retry} />
  }
  if (state.session.value?.connection.value === 'reconnecting') {
    return <Notice tone="warn">Reconnecting…</Notice>
  }
  return null
}
