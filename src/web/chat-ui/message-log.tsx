import { ArrowDown } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface MessageLogProps {
  label?: string
  /** For `useStickToBottom` and for the focus. */
  element: RefObject<HTMLDivElement | null>
  isStreaming: boolean
  /** Read by screen readers when it changes: that an answer has started, then its whole text. */
  announcement: string
  children: ComponentChildren
}

/**
 * The messages of a conversation. Screen readers would announce every word that is added to a live
 * log, so it is not live: a status region beside it has the announcements.
 */
export function MessageLog({
  label = 'Conversation',
  element,
  isStreaming,
  announcement,
  children,
}: MessageLogProps) {
  return (
    <>
      <div
        ref={element}
        role="log"
        aria-label={label}
        aria-live="off"
        aria-busy={isStreaming}
        tabIndex={-1}
        class="space-y-7 outline-none"
      >
        {children}
      </div>
      <div role="status" class="sr-only">
        {announcement}
      </div>
    </>
  )
}

/** A button to scroll to the bottom: see `useStickToBottom`. */
export function JumpToLatest({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  if (!isShown) return null
  return (
    <div class="pointer-events-none absolute inset-x-0 bottom-full flex justify-center pb-3">
      <Button onClick={onClick} class="pointer-events-auto rounded-full">
        <Icon node={ArrowDown} />
        Jump to latest
      </Button>
    </div>
  )
}
