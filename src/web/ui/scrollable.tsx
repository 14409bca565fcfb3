import type { ComponentChildren } from 'preact'

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
