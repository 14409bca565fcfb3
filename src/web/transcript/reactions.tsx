import { SmilePlus } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import type { Reaction } from './message.ts'

const OFFERED = ['👍', '❤️', '😂', '🎉', '😮', '🙏']

interface ReactionsProps {
  reactions: readonly Reaction[]
  onToggle: (reaction: string, isMine: boolean) => void
  /** Of the button that opens the menu. */
  class: string
}

const CHIP =
  'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums transition-colors'

/** The reactions to a message: buttons that add or remove the user's own, and a menu of others. */
export function Reactions({ reactions, onToggle, class: className }: ReactionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function close() {
    setIsOpen(false)
    opener.current?.focus()
  }

  function toggle({ reaction, count, isMine }: Reaction) {
    // The button disappears with its last reaction.
    if (isMine && count === 1) opener.current?.focus()
    onToggle(reaction, isMine)
  }

  return (
    <>
      {reactions.map((reaction) => (
        <ReactionButton key={reaction.reaction} {...reaction} onToggle={toggle} />
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
      {isOpen && (
        <ReactionMenu
          onClose={close}
          onChoose={(emoji) => {
            close()
            onToggle(
              emoji,
              reactions.some(({ reaction, isMine }) => reaction === emoji && isMine),
            )
          }}
        />
      )}
    </>
  )
}

interface ReactionButtonProps extends Reaction {
  onToggle: (reaction: Reaction) => void
}

function ReactionButton({ onToggle, ...reaction }: ReactionButtonProps) {
  const { count, isMine } = reaction
  return (
    <button
      type="button"
      aria-pressed={isMine}
      onClick={() => onToggle(reaction)}
      class={cx(
        CHIP,
        isMine
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line bg-surface hover:bg-sunken',
      )}
    >
      <span class="max-w-32 truncate">{reaction.reaction}</span> {count}
    </button>
  )
}

interface ReactionMenuProps {
  onChoose: (emoji: string) => void
  onClose: () => void
}

function ReactionMenu({ onChoose, onClose }: ReactionMenuProps) {
  return (
    <fieldset
      aria-label="Reactions to choose"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      class="flex gap-0.5 rounded-full border border-line bg-surface px-1 shadow-card"
    >
      {OFFERED.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={`React with ${emoji}`}
          onClick={() => onChoose(emoji)}
          class="rounded-full px-1.5 py-0.5 hover:bg-sunken"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
