import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { cx } from './cx.ts'

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
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50',
        typeof className === 'string' && className,
      )}
    >
      {children}
    </button>
  )
}
