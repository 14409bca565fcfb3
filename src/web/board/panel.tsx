import type { ComponentChildren } from 'preact'
import { cx } from '../ui/cx.ts'

interface PanelProps {
  title: string
  class?: string
  children: ComponentChildren
}

/** A part of what is beside the ranking. */
export function Panel({ title, class: className, children }: PanelProps) {
  return (
    <div class={cx('card p-4.5', className)}>
      <h2 key={title} class="mb-3 text-sm font-semibold">
        {title}
      </h2>
      {children}
    </div>
  )
}
