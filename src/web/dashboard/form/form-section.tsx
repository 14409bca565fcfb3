import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FormSectionProps {
  title: string
  lead?: ComponentChildren
  /** Beside the title. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A card with a title and a group of fields. */
export function FormSection({ title, lead, action, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} class="card">
      <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3.5">
        <div>
          <h2 id={id} class="font-semibold tracking-tight">
            {title}
          </h2>
          {lead && <p class="mt-0.5 text-[13px] leading-5 text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      <div class="space-y-5 p-5">{children}</div>
    </section>
  )
}
