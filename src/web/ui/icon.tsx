import type { IconNode } from 'lucide'
import { h } from 'preact'
import { cx } from './cx.ts'

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
