import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { cx } from './cx.ts'

interface PageProps {
  title: string
  lead?: ComponentChildren
  /** Beside the title: what one can do with the whole. */
  actions?: ComponentChildren
  /** A `column` is as wide as text is read well, and at least as high as the window. */
  layout?: keyof typeof LAYOUTS
  children: ComponentChildren
}

const LAYOUTS = {
  wide: 'max-w-6xl py-8 sm:py-10',
  column: 'flex max-w-3xl flex-1 flex-col pt-8 sm:pt-10',
}

let isFirst = true

/**
 * A place: its heading, and what is in it. Whoever comes to it from another place has the focus on
 * its heading, so that a screen reader says where one is.
 */
export function Page({ title, lead, actions, layout = 'wide', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // At once: whoever is quick has the focus somewhere else by the time the page is painted.
  useLayoutEffect(() => {
    document.title = `${title} · Launchboard`
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [title])

  return (
    <div class={cx('mx-auto w-full px-4 sm:px-6', LAYOUTS[layout])}>
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
