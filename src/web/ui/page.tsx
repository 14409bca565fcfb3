import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { cx } from './cx.ts'

interface PageProps {
  title: string
  lead?: string
  /** The list that it is from. */
  back?: { href: string; name: string }
  /** Buttons beside the title. */
  actions?: ComponentChildren
  /** `column` has a readable line length and is at least as high as the window. */
  layout?: keyof typeof LAYOUTS
  children: ComponentChildren
}

const LAYOUTS = {
  wide: 'py-6 sm:py-8',
  column: 'flex flex-1 flex-col pt-6 sm:pt-8 *:w-full *:max-w-3xl',
}

/** The frame of a page: its heading and content. */
export function Page({ title, lead, back, actions, layout = 'wide', children }: PageProps) {
  return (
    <div class={cx('frame', LAYOUTS[layout])}>
      <div class="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <PageHeading title={title}>{title}</PageHeading>
          {lead && <p class="mt-1 max-w-prose text-muted">{lead}</p>}
          {back && (
            <a
              href={back.href}
              class="inline-flex items-center text-muted underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
            >
              {back.name}
            </a>
          )}
        </div>
        {actions && <div class="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

interface PageSectionProps {
  title: ComponentChildren
  isBusy?: boolean
  class?: string
  children: ComponentChildren
}

/** A part of a page under its own heading. */
export function PageSection({ title, isBusy, class: className, children }: PageSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={isBusy} class={cx('min-w-0', className)}>
      <h2 id={id} class="mb-3 text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface PageHeadingProps {
  /** The title of the document, which names the place. */
  title: string
  /** What a screen reader says, where its content has controls too. */
  name?: string | undefined
  class?: string
  children: ComponentChildren
}

let isFirst = true

/** The heading of a place. After a navigation it gets the focus, so that screen readers announce it. */
export function PageHeading(props: PageHeadingProps) {
  const { title, name, class: className = 'text-2xl', children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Launchboard`
  }, [title])
  // Before the paint, so that it cannot take the focus away from what a quick user has focused.
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      aria-label={name}
      class={cx('font-semibold tracking-tight wrap-anywhere outline-none', className)}
    >
      {/* What replaces a text, such as a translator, leaves the text of an element that stays as it was. */}
      <span key={title}>{children}</span>
    </h1>
  )
}
