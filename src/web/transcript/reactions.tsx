import { SmilePlus } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import type { Reaction } from './conversation.ts'

const OFFERED = ['👍', '❤️', '😂', '🎉', '😮', '🙏']

const CHIP =
  'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums transition-colors'

interface ReactionsProps {
  reactions: readonly Reaction[]
  onToggle: (reaction: string, isMine: boolean) => void
  /** Of the button that offers others. */
  class: string
}

/** The reactions to a message: buttons that add or remove the user's own, and a choice of others. */
export function Reactions({ reactions, onToggle, class: className }: ReactionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function toggle(reaction: string) {
    const isMine = reactions.some((one) => one.reaction === reaction && one.isMine)
    setIsOpen(false)
    // The button that was pressed may disappear.
    opener.current?.focus()
    onToggle(reaction, isMine)
  }

  return (
    <>
      {reactions.map(({ reaction, count, isMine }) => (
        <button
          key={reaction}
          type="button"
          aria-pressed={isMine}
          onClick={() => toggle(reaction)}
          class={cx(CHIP, isMine ? 'border-accent bg-accent-soft text-accent' : 'border-line')}
        >
          <span class="max-w-32 truncate">{reaction}</span> {count}
        </button>
      ))}
      <button
        ref={opener}
        type="button"
        aria-label="React"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        class={cx(CHIP, 'border-transparent text-muted hover:bg-sunken hover:text-ink', className)}
      >
        <Icon node={SmilePlus} />
      </button>
      {isOpen &&
        OFFERED.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={`React with ${emoji}`}
            onClick={() => toggle(emoji)}
            class={cx(CHIP, 'border-transparent hover:bg-sunken')}
          >
            {emoji}
          </button>
        ))}
    </>
  )
}
