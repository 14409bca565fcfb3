import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'

/** Of a link in a strip, and of what stands beside it. */
export const STRIP_ITEM =
  'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm whitespace-nowrap -outline-offset-2 transition-colors hover:bg-sunken hover:text-ink'

interface LinkStripProps {
  /** Of the navigation. */
  label: string
  links: readonly { href: string; name: string; icon?: IconNode; mark?: ComponentChildren }[]
  /** The `href` of the current link. */
  current: string | undefined
  class?: string
}

/** Links in a column, or in a narrow window in a strip that scrolls to the current one. */
export function LinkStrip({ label, links, current, class: className }: LinkStripProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current]')
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])

  return (
    <nav
      aria-label={label}
      class={cx('overflow-x-auto max-lg:fade-end lg:overflow-visible', className)}
    >
      <ul ref={list} class="flex gap-0.5 lg:sticky lg:top-20 lg:flex-col">
        {links.map(({ href, name, icon, mark }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? 'page' : undefined}
              class={cx(
                STRIP_ITEM,
                href === current ? 'bg-sunken font-medium text-ink' : 'text-muted',
              )}
            >
              {icon && <Icon node={icon} />}
              {name}
              {mark}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
