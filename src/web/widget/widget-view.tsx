import { MessageCircle, X } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { WidgetChat } from './widget-chat.tsx'
import type { WidgetState } from './widget-state.ts'

/** A bubble in the corner of the page, and the chat that it opens. */
export function Widget({ state }: { state: WidgetState }) {
  const bubble = useRef<HTMLButtonElement>(null)
  const profile = state.profile.value
  const isOpen = state.isOpen.value

  function close() {
    state.close()
    bubble.current?.focus()
  }

  if (!profile) return null
  return (
    <div class="fixed right-4 bottom-4 z-[2147483000] flex flex-col items-end gap-3 sm:right-6 sm:bottom-6">
      {isOpen && <Panel state={state} name={profile.name} onClose={close} />}
      <button
        ref={bubble}
        type="button"
        aria-label={`Chat with ${profile.name}`}
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

/** It stands beside the page, which stays in use: no modal dialog. */
function Panel({ state, name, onClose }: PanelProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  return (
    <div
      role="dialog"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      class="flex h-[min(38rem,calc(100dvh-7rem))] w-[min(25rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-2xl border border-line bg-canvas text-ink shadow-card"
    >
      <header class="flex items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-4">
        <p class="min-w-0 flex-1 truncate font-semibold">{name}</p>
        <IconButton label="Close" onClick={onClose}>
          <Icon node={X} />
        </IconButton>
      </header>
      <WidgetChat state={state} field={field} />
    </div>
  )
}
