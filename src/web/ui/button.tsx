import type { IconNode } from 'lucide'
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ComponentChildren,
  h,
  type TargetedMouseEvent,
} from 'preact'
import { useState } from 'preact/hooks'
import { cx } from './cx.ts'

const SHAPE =
  'choice inline-flex min-h-9 max-w-full items-center justify-center gap-2 rounded-md border px-3 py-1.5 text-sm font-medium wrap-break-word pointer-coarse:min-h-11 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const KINDS = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent/90',
  secondary: 'border-line bg-surface text-ink hover:bg-sunken',
  ghost: 'border-transparent text-muted hover:bg-sunken hover:text-ink',
  danger: 'border-line bg-surface text-bad hover:bg-bad-soft',
}

interface ButtonStyle {
  kind?: keyof typeof KINDS
}

interface ButtonProps extends ButtonHTMLAttributes, ButtonStyle {
  /** Its action is in progress: the button keeps the focus and ignores clicks. */
  isBusy?: boolean
  /** Before its label. */
  icon?: IconNode
}

/** The longest double click that systems allow by default. */
const DOUBLE_CLICK_MS = 500

export function Button({ kind = 'secondary', isBusy = false, onClick, ...rest }: ButtonProps) {
  const { class: className, type = 'button', icon, children, ...attributes } = rest
  const [shownAt] = useState(() => performance.now())

  function click(event: TargetedMouseEvent<HTMLButtonElement>) {
    // The first click of a double click was on a button that this one has replaced.
    const isSecondHalf = event.detail > 1 && event.timeStamp - shownAt < DOUBLE_CLICK_MS
    if (isBusy || isSecondHalf) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={click}
      class={cx(SHAPE, KINDS[kind], typeof className === 'string' && className)}
    >
      {icon && <Icon node={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'secondary', ...rest }: AnchorHTMLAttributes & ButtonStyle) {
  const { class: className, ...attributes } = rest
  return (
    <a {...attributes} class={cx(SHAPE, KINDS[kind], typeof className === 'string' && className)} />
  )
}

interface IconButtonProps extends ButtonHTMLAttributes {
  label: string
  children: ComponentChildren
}

/** A square button with only an icon. The label is its accessible name and tooltip. */
export function IconButton({ label, children, class: className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      class={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:opacity-50',
        typeof className === 'string' && className,
      )}
    >
      {children}
    </button>
  )
}

/** A decorative icon, hidden from screen readers. Use it beside a text or in a labelled button. */
export function Icon({ node, class: className }: { node: IconNode; class?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      class={cx('shrink-0', className ?? 'size-4')}
      aria-hidden="true"
    >
      {node.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}
