import type { ComponentChildren } from 'preact'

/** A part of what is beside the ranking. */
export function Panel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="card p-4">
      <h2 class="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </div>
  )
}
