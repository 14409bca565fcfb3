import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { cx } from '../ui/cx.ts'
import { forgetKey } from './api-key.ts'

const LINKS = [
  { name: 'Agents', href: '/dashboard/agents' },
  { name: 'Actions', href: '/dashboard/actions' },
  { name: 'Chat', href: '/dashboard/chat' },
  { name: 'Members', href: '/dashboard/members' },
  { name: 'Notifications', href: '/dashboard/notifications' },
  { name: 'Status', href: '/dashboard/status' },
]

/** Links to the dashboard's pages, and a button that closes it by forgetting the key. */
export function DashboardNavigation() {
  const { path } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    // In a narrow window it may be out of view.
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])

  return (
    <div class="border-b border-line">
      <div class="mx-auto flex max-w-6xl items-center gap-2 px-4 sm:px-6">
        <nav
          aria-label="Dashboard"
          class="min-w-0 flex-1 overflow-x-auto fade-ends [scrollbar-width:none]"
        >
          <ul ref={list} class="-ml-2 flex items-center sm:-ml-2.5">
            {LINKS.map(({ name, href }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={path === href ? 'page' : undefined}
                  class={cx(
                    'relative block px-2 py-3 text-[13px] font-medium -outline-offset-4 transition-colors hover:text-ink sm:px-2.5 sm:text-sm',
                    path === href
                      ? 'text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent sm:after:inset-x-2.5'
                      : 'text-muted',
                  )}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          title="Forget the key"
          onClick={() => forgetKey()}
          class="-mr-2 shrink-0 rounded-md px-2 py-1 text-[13px] text-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          Close
        </button>
      </div>
    </div>
  )
}
