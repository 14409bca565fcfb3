import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'

export function Card({
  children,
  class: className,
}: {
  children: ComponentChildren
  class?: string
}) {
  return (
    <div class={cx('rounded-lg border border-line bg-surface shadow-card', className)}>
      {children}
    </div>
  )
}
