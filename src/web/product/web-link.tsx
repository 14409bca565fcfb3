import type { ComponentChildren } from 'preact'
import { cx } from '../ui/cx.ts'

interface WebLinkProps {
  href: string | null
  class?: string | undefined
  children: ComponentChildren
}

/** A link to another site, in a new tab. Renders only its text unless the URL is http(s). */
export function WebLink({ href, class: className, children }: WebLinkProps) {
  if (!isWebUrl(href)) return <span class={className}>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener nofollow"
      class={cx('hover:underline underline-offset-4 decoration-from-font', className)}
    >
      {children}
    </a>
  )
}

export function isWebUrl(text: string | null): text is string {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
