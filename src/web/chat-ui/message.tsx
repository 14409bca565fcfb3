import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { cx } from '../ui/cx.ts'

interface MessageProps {
  /** The accessible name of the article. */
  author: string
  /** Written by the user: shown as a bubble on the right. */
  isOwn?: boolean
  /** An icon or initials before the author's name, for messages of others. */
  avatar?: ComponentChildren
  /** Beside the author's name, such as the time. */
  detail?: ComponentChildren
  /** Below the message, such as buttons or reactions. */
  footer?: ComponentChildren
  children: ComponentChildren
}

/** One message of a conversation: a bubble if it is the user's own, else in full width. */
export function Message({ author, isOwn = false, ...rest }: MessageProps) {
  const { avatar, detail, footer, children } = rest
  const id = useId()
  return (
    <article aria-labelledby={id} class={cx('flex flex-col gap-1.5', isOwn && 'items-end')}>
      <div class={cx('flex min-h-6 items-center gap-2', isOwn && !detail && 'sr-only')}>
        {!isOwn && avatar}
        <h2 id={id} class={cx('text-[13px] font-semibold', isOwn && 'sr-only')}>
          {author}
        </h2>
        {detail && <span class="text-xs text-muted tabular-nums">{detail}</span>}
      </div>
      <div
        class={
          isOwn
            ? 'max-w-[85%] rounded-2xl rounded-br-md border border-line bg-sunken px-3.5 py-2 whitespace-pre-wrap wrap-anywhere'
            : 'w-full min-w-0 space-y-3'
        }
      >
        {children}
      </div>
      {footer && <div class="flex flex-wrap items-center gap-1">{footer}</div>}
    </article>
  )
}
