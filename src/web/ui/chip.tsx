import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'

interface ChipProps {
  name: string
  href: string
  isSelected?: boolean
  class?: string
  children?: ComponentChildren
}

/** A link to all of one topic. */
export function Chip({ name, href, isSelected = false, class: className, children }: ChipProps) {
  return (
    <a
      href={href}
      aria-current={isSelected ? 'true' : undefined}
      class={cx(
        'inline-flex min-h-6 pointer-coarse:min-h-10 max-w-full min-w-0 items-center gap-1 rounded-full bg-sunken px-2.5 text-sm transition-colors hover:text-accent',
        isSelected && 'bg-accent-soft font-semibold text-accent ring-1 ring-current',
        className,
      )}
    >
      {children ?? <span class="truncate">{name}</span>}
    </a>
  )
}
