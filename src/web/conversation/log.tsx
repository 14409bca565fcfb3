import { ArrowDown } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface LogProps {
  label?: string
  /** For `useFollowEnd`, and to give it the focus. */
  element: RefObject<HTMLDivElement | null>
  /** A message in it grows right now. */
  isGrowing: boolean
  /** Read out when it changes: that an answer has begun, then the whole of it. Never parts. */
  announcement: string
  children: ComponentChildren
}

/**
 * The messages of a conversation. Screen readers would read out each word that is added to a live
 * log, so this one is silent: what is to be heard stands in the status region beside it.
 */
export function Log({
  label = 'Conversation',
  element,
  isGrowing,
  announcement,
  children,
}: LogProps) {
  return (
    <>
      <div
        ref={element}
        role="log"
        aria-label={label}
        aria-live="off"
        aria-busy={isGrowing}
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

/** For those who are not where the log grows: see `useFollowEnd`. */
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
