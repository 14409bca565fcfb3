import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface PageProps {
  title: string
  lead?: ComponentChildren
  /** Beside the title: what one can do with the whole. */
  actions?: ComponentChildren
  children: ComponentChildren
}

let isFirst = true

/**
 * A place: its heading, and what is in it. Whoever comes to it from another place has the focus on
 * its heading, so that a screen reader says where one is.
 */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Launchboard`
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [title])

  return (
    <div class="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <div class="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1
            ref={heading}
            tabIndex={-1}
            class="text-2xl font-semibold tracking-tight outline-none"
          >
            {title}
          </h1>
          {lead && <p class="mt-1 max-w-prose text-muted">{lead}</p>}
        </div>
        {actions && <div class="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
