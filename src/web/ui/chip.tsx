import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'
import { hueOf } from './hue.ts'

interface ChipProps {
  /** Its tint depends on this name. */
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
      style={hueOf(name)}
      aria-current={isSelected ? 'true' : undefined}
      class={cx(
        'tint-soft inline-flex min-h-6 pointer-coarse:min-h-10 max-w-full min-w-0 items-center gap-1 rounded-full px-2.5 text-sm transition-opacity hover:opacity-75',
        isSelected && 'font-semibold ring-1 ring-current',
        className,
      )}
    >
      {children ?? <span class="truncate">{name}</span>}
    </a>
  )
}
