import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'

interface TableProps {
  label: string
  head: ComponentChildren
  children: ComponentChildren
}

/** A table that scrolls sideways in its own region if it is too wide, by keyboard too. */
export function Table({ label, head, children }: TableProps) {
  return (
    <section
      aria-label={`${label}, scrolls sideways`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      class="overflow-x-auto card"
    >
      <table aria-label={label} class="w-full border-collapse text-left text-sm">
        <thead class="border-b border-line text-sm text-muted">
          <tr>{head}</tr>
        </thead>
        <tbody class="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

interface CellProps {
  children: ComponentChildren
  class?: string
}

export function HeadCell({ children, class: className }: CellProps) {
  return (
    <th scope="col" class={cx('px-4 py-2.5 font-medium', className)}>
      {children}
    </th>
  )
}

export function Cell({ children, class: className }: CellProps) {
  return <td class={cx('px-4 py-3 align-middle', className)}>{children}</td>
}
