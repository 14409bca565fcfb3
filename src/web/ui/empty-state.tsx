import type { ComponentChildren } from 'preact'

/** Shown in place of an empty list: that there is nothing, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <p class="font-medium wrap-anywhere">{title}</p>
      {children && <div class="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>}
    </div>
  )
}
