import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'

interface CardProps {
  children: ComponentChildren
  class?: string
}

export function Card({ children, class: className }: CardProps) {
  return <div class={cx('card', className)}>{children}</div>
}
