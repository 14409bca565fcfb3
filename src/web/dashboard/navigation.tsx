import {
  Activity,
  Bell,
  Bot,
  type IconNode,
  LayoutDashboard,
  LogOut,
  MessagesSquare,
  Users,
  Zap,
} from 'lucide'
import { useLocation } from 'preact-iso'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { forgetKey } from './api-key.ts'
import { useCurrentInView } from './use-current-in-view.ts'

const LINKS: readonly (readonly [name: string, href: string, icon: IconNode])[] = [
  ['Overview', '/dashboard', LayoutDashboard],
  ['Agents', '/dashboard/agents', Bot],
  ['Actions', '/dashboard/actions', Zap],
  ['Chat', '/dashboard/chat', MessagesSquare],
  ['Members', '/dashboard/members', Users],
  ['Notifications', '/dashboard/notifications', Bell],
  ['Status', '/dashboard/status', Activity],
]

const ITEM =
  'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm whitespace-nowrap -outline-offset-2 transition-colors hover:bg-sunken hover:text-ink pointer-coarse:py-2.5'

/** Links to the dashboard's places: a sidebar, or a strip above in a narrow window. */
export function DashboardNavigation() {
  const { path } = useLocation()
  const list = useCurrentInView(path)

  return (
    <div class="flex items-center gap-2 border-b border-line px-3 py-2 lg:sticky lg:top-14 lg:w-48 lg:shrink-0 lg:flex-col lg:items-stretch lg:gap-6 lg:self-start lg:border-b-0 lg:pr-0 lg:pl-3.5 lg:py-8">
      <nav aria-label="Dashboard" class="max-lg:fade-end min-w-0 flex-1 overflow-x-auto">
        <ul ref={list} class="flex gap-0.5 lg:flex-col">
          {LINKS.map(([name, href, icon]) => {
            const isCurrent = href === '/dashboard' ? path === href : path.startsWith(href)
            return (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isCurrent ? 'page' : undefined}
                  class={cx(ITEM, isCurrent ? 'bg-sunken font-medium text-ink' : 'text-muted')}
                >
                  <Icon node={icon} />
                  {name}
                </a>
              </li>
            )
          })}
        </ul>
      </nav>
      <button
        type="button"
        title="Forget the key"
        onClick={() => forgetKey()}
        class={cx(ITEM, 'shrink-0 text-muted')}
      >
        <Icon node={LogOut} />
        <span class="sr-only lg:not-sr-only">Sign out</span>
      </button>
    </div>
  )
}
