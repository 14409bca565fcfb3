import { ChevronDown, MessageCircle, X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { RequestError } from '../api/request.ts'
import { PlatformConversationView } from '../platform-chat/platform-conversation-view.tsx'
import { Button, Icon, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Tile } from '../ui/tile.tsx'
import type { WidgetState } from './widget-state.ts'

/** A button in the corner of the page, and the chat that it opens. */
export function Widget({ state }: { state: WidgetState }) {
  const bubble = useRef<HTMLButtonElement>(null)
  const partner = state.partner.value
  const isOpen = state.isOpen.value
  const wasOpen = useRef(false)

  // Once it is shown again: on a phone it is hidden while the chat is open.
  useEffect(() => {
    if (wasOpen.current && !isOpen) bubble.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (!partner) return null
  return (
    <div data-root>
      {isOpen && <Panel state={state} name={partner.name} onClose={state.close} />}
      <button
        ref={bubble}
        type="button"
        aria-label={`Chat with ${partner.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? state.close : state.open}
        class={cx(
          'fixed right-[calc(24px+var(--chat-at)*68px)] bottom-6 z-[2147483000] flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-raised max-[479px]:right-[calc(16px+var(--chat-at)*68px)] max-[479px]:bottom-4 motion-safe:hover:scale-105',
          isOpen && 'max-[479px]:hidden',
        )}
      >
        <Icon node={isOpen ? ChevronDown : MessageCircle} class="size-6" />
      </button>
    </div>
  )
}

interface PanelProps {
  state: WidgetState
  name: string
  onClose: () => void
}

/** Not a modal dialog: the page around it stays usable. On a phone it covers the page. */
function Panel({ state, name, onClose }: PanelProps) {
  const session = state.session.value
  const partner = state.partner.value

  return (
    <div
      role="dialog"
      aria-label={name}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      class="fixed right-[calc(24px+min(var(--chat-at)*416px,max(100vw-448px,0px)))] bottom-24 z-[2147483000] flex h-[min(640px,calc(100dvh-112px))] w-[min(400px,calc(100vw-48px))] flex-col overflow-hidden rounded-2xl border border-line bg-canvas text-ink shadow-raised max-[479px]:inset-0 max-[479px]:z-[2147483001] max-[479px]:h-auto max-[479px]:w-auto max-[479px]:rounded-none max-[479px]:border-0"
    >
      <div class="flex items-center gap-2.5 border-b border-line bg-surface py-2 pr-2 pl-4 max-[479px]:pt-[max(8px,env(safe-area-inset-top))]">
        <Tile name={name} class="size-7" />
        <p class="min-w-0 flex-1 truncate font-semibold">{name}</p>
        <IconButton label="Close" onClick={onClose}>
          <Icon node={X} />
        </IconButton>
      </div>
      <ConnectionNotice state={state} />
      {session && partner?.agent && (
        <PlatformConversationView
          session={session}
          partner={partner}
          viewer={{
            isSelf: (uid) => uid !== partner.id,
            nameOf: (uid) => (uid === partner.id ? name : uid),
            canSendResults: false,
          }}
          handlers={state.handlers}
          explain={state.explain}
          outbox={state.outbox}
          hasFocus
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
    const error = new RequestError(state.explain(state.error.value))
    return <ErrorNotice error={error} onRetry={state.retry} />
  }
  if (state.session.value?.connection.value === 'reconnecting') {
    return <Notice tone="warn">Reconnecting…</Notice>
  }
  return null
}
