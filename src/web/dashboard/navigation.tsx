import { Activity, Bell, Bot, LayoutDashboard, LogOut, MessagesSquare, Users, Zap } from 'lucide'
import { useLocation } from 'preact-iso'
import { Icon } from '../ui/icon.tsx'
import { forgetKey } from './api-key.ts'
import { LinkStrip, STRIP_ITEM } from './link-strip.tsx'

const HOME = '/dashboard'
const LINKS = [
  { name: 'Overview', href: HOME, icon: LayoutDashboard },
  { name: 'Agents', href: `${HOME}/agents`, icon: Bot },
  { name: 'Actions', href: `${HOME}/actions`, icon: Zap },
  { name: 'Chat', href: `${HOME}/chat`, icon: MessagesSquare },
  { name: 'Members', href: `${HOME}/members`, icon: Users },
  { name: 'Notifications', href: `${HOME}/notifications`, icon: Bell },
  { name: 'Status', href: `${HOME}/status`, icon: Activity },
]

/** Links to the dashboard's places: a sidebar, or a strip above in a narrow window. */
export function DashboardNavigation() {
  const { path } = useLocation()
  const current = LINKS.findLast(({ href }) => path === href || path.startsWith(`${href}/`))
  return (
    <div class="flex items-center gap-2 border-b border-line px-3 py-2 lg:sticky lg:top-14 lg:w-48 lg:shrink-0 lg:flex-col lg:items-stretch lg:gap-6 lg:self-start lg:border-b-0 lg:pr-0 lg:pl-3.5 lg:py-8">
      <LinkStrip label="Dashboard" links={LINKS} current={current?.href} class="min-w-0 flex-1" />
      <button
        type="button"
        title="Forget the key"
        onClick={() => forgetKey()}
        class={`${STRIP_ITEM} shrink-0 text-muted`}
      >
        <Icon node={LogOut} />
        <span class="sr-only lg:not-sr-only">Sign out</span>
      </button>
    </div>
  )
}
