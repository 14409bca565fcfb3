import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { cx } from './cx.ts'

interface PageProps {
  title: string
  lead?: ComponentChildren
  /** Buttons beside the title. */
  actions?: ComponentChildren
  /** `column` has a readable line length and is at least as high as the window. */
  layout?: keyof typeof LAYOUTS
  children: ComponentChildren
}

const LAYOUTS = {
  wide: 'max-w-6xl py-8 sm:py-10',
  column: 'flex max-w-3xl flex-1 flex-col pt-8 sm:pt-10',
}

let isFirst = true

/**
 * The frame of a page: its heading and content. After a navigation the heading gets the focus, so
 * that screen readers announce the new page.
 */
export function Page({ title, lead, actions, layout = 'wide', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the paint, so that it cannot take the focus away from what a quick user has focused.
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
