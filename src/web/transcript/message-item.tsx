import { RotateCcw, SmilePlus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request.ts'
import { Button, Icon } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { ErrorNotice } from '../ui/notice.tsx'
import { Answer } from './answer.tsx'
import type {
  ConversationFeed,
  ReactionCount,
  TranscriptCall,
  TranscriptMessage,
} from './conversation.ts'
import { ActionResultForm, ToolLine } from './tool-line.tsx'

/** What the place of a conversation decides about its messages. */
export interface MessageOptions {
  /** Who wrote a message is shown above it. */
  showsAuthors?: boolean
  /** Further actions in the row under an answer, such as links. */
  answerActions?: ((answer: TranscriptMessage) => ComponentChildren) | undefined
  /** The products in answers are of another service, without places in this page. */
  isForeign?: boolean
}

interface MessageItemProps extends MessageOptions {
  message: TranscriptMessage
  conversation: ConversationFeed
  isLast: boolean
  /** The control that had the focus is gone. */
  onFocusLost: () => void
  onError: (error: unknown) => void
}

/** Memoized: while an answer streams, only the last message changes. */
export function MessageItem(props: MessageItemProps) {
  return useMemo(() => <Article {...props} />, [props.message, props.isLast])
}

/** One message: a bubble if it is the user's own, else in full width. */
function Article(props: MessageItemProps) {
  const { message, conversation, isLast, showsAuthors = false, isForeign = false } = props
  const { author, isOwn, detail, kind, text } = message
  const canAskAgain = isLast && kind === 'answer' && conversation.askAgain !== undefined

  function askAgain() {
    conversation.askAgain?.()
    props.onFocusLost()
  }

  const again = { onAskAgain: canAskAgain ? askAgain : undefined }
  return (
    <article aria-label={author} class={cx('group/message flex flex-col', isOwn && 'items-end')}>
      {showsAuthors && (
        <p class="mb-1 flex items-baseline gap-2 text-sm">
          {!isOwn && <span class="font-semibold wrap-anywhere">{author}</span>}
          <span class="text-muted tabular-nums">{detail}</span>
        </p>
      )}
      {kind === 'answer' ? (
        <div class="w-full min-w-0 space-y-3">
          <Answer
            message={message}
            isForeign={isForeign}
            renderCall={(call) => <Call key={call.toolCallId} call={call} {...props} />}
          />
          <EndOfAnswer {...props} {...again} />
        </div>
      ) : (
        <p
          class={cx(
            'max-w-[85%] whitespace-pre-wrap wrap-anywhere',
            isOwn && 'rounded-3xl bg-sunken px-4 py-2.5',
            kind === 'remark' && 'text-muted italic',
          )}
        >
          {text}
        </p>
      )}
      <MessageFooter {...props} {...again} />
    </article>
  )
}

/** A tool call, with a form for a result that this user can give. */
function Call(props: MessageItemProps & { call: TranscriptCall }) {
  const { call, message, conversation, onFocusLost } = props
  const { sendResult } = conversation
  return (
    <ToolLine call={call}>
      {call.needsResult && sendResult && (
        <ActionResultForm
          name={call.displayName ?? call.toolName}
          onSend={async (result) => {
            await sendResult(message.id, call.toolCallId, result)
            onFocusLost()
          }}
        />
      )}
    </ToolLine>
  )
}

interface EndProps extends MessageItemProps {
  onAskAgain: (() => void) | undefined
}

/** That an answer has not begun, was stopped, or why it failed. */
function EndOfAnswer({ message, conversation, onAskAgain }: EndProps) {
  const { state, text, calls, issue = '' } = message
  switch (state) {
    case 'streaming':
      return text === '' && calls.every((call) => call.state !== 'running') ? <TypingDots /> : null
    case 'stopped':
      return <p class="text-sm text-muted">You stopped this answer.</p>
    case 'failed': {
      const error = (onAskAgain && conversation.failure?.value) || new RequestError(issue)
      return <ErrorNotice error={error} onRetry={onAskAgain} />
    }
    default:
      return null
  }
}

/** Of the buttons under a message. */
export const QUIET = 'min-h-8! px-2! gap-1.5! font-normal!'

/** Where there is a pointer, shown while it or the focus is on the message. */
const ON_HOVER =
  'pointer-fine:opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 aria-expanded:opacity-100'

/** What can be done with a message. */
function MessageFooter(props: EndProps) {
  const { message, conversation, isLast, answerActions, onAskAgain, onFocusLost, onError } = props
  const { id, kind, isOwn, text, state, reactions } = message
  const { edit, react } = conversation
  const isAnswer = kind === 'answer' && state !== 'streaming'
  const isComplete = state === 'complete'

  return (
    <div
      class={cx('mt-1 flex flex-wrap items-center gap-1 empty:hidden', isOwn ? '-mb-3' : '-ml-2')}
    >
      {isAnswer && text !== '' && (
        <CopyButton label="Copy" text={() => text} kind="ghost" class={QUIET} />
      )}
      {isAnswer && onAskAgain && state !== 'failed' && (
        <Button
          kind={isComplete ? 'ghost' : 'secondary'}
          icon={RotateCcw}
          onClick={onAskAgain}
          class={QUIET}
        >
          {isComplete ? 'Ask again' : 'Try again'}
        </Button>
      )}
      {isAnswer && answerActions?.(message)}
      {isLast && isOwn && edit && (
        <Button
          kind="ghost"
          onClick={() => {
            edit(true)
            onFocusLost()
          }}
          class={`${QUIET} ${ON_HOVER}`}
        >
          Edit
        </Button>
      )}
      {react && reactions && (
        <Reactions
          reactions={reactions}
          onToggle={(reaction, isMine) => void react(id, reaction, isMine).catch(onError)}
          class={ON_HOVER}
        />
      )}
    </div>
  )
}

/** Shown while nothing has arrived yet. */
function TypingDots() {
  return (
    <div aria-hidden="true" class="flex h-6 items-center gap-1">
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span
          key={delay}
          class={cx('size-1.5 rounded-full bg-edge motion-safe:animate-pulse', delay)}
        />
      ))}
    </div>
  )
}

const OFFERED = ['👍', '❤️', '😂', '🎉', '😮', '🙏']

const CHIP =
  'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums'

interface ReactionsProps {
  reactions: readonly ReactionCount[]
  onToggle: (reaction: string, isMine: boolean) => void
  /** Of the button that offers others. */
  class: string
}

/** The reactions to a message: buttons that add or remove the user's own, and a choice of others. */
function Reactions({ reactions, onToggle, class: className }: ReactionsProps) {
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
          class={cx(CHIP, 'choice border-line')}
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
