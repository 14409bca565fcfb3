import { ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './button.tsx'
import { cx } from './cx.ts'

interface DisclosureProps {
  summary: string
  class?: string
  children: ComponentChildren
}

/** Content that is hidden until its summary is clicked. */
export function Disclosure({ summary, class: className, children }: DisclosureProps) {
  return (
    <details class={cx('group text-sm', className)}>
      <summary class="-ml-0.5 inline-flex list-none items-center gap-1 rounded-md text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon node={ChevronRight} class="size-4 group-open:rotate-90" />
        {summary}
      </summary>
      <div class="mt-3">{children}</div>
    </details>
  )
}

/** Text as it is, in a region of its own that scrolls, by keyboard too. */
export function Scrollable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      class="max-h-72 overflow-auto rounded-md bg-sunken p-3"
    >
      <pre class="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">{children}</pre>
    </section>
  )
}
