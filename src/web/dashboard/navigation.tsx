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
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { showInStrip } from '../ui/strip.ts'
import { forgetKey } from './platform.ts'

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

const ITEM =
  'choice flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-muted whitespace-nowrap -outline-offset-2 hover:bg-sunken hover:text-ink'

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
        class={`${ITEM} shrink-0`}
      >
        <Icon node={LogOut} />
        <span class="sr-only lg:not-sr-only">Sign out</span>
      </button>
    </div>
  )
}

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
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    showInStrip(strip.current, strip.current?.querySelector<HTMLElement>('[aria-current]'))
  }, [current])

  return (
    <nav
      ref={strip}
      aria-label={label}
      class={cx('relative overflow-x-auto max-lg:fade-end lg:overflow-visible', className)}
    >
      <ul class="flex gap-0.5 lg:sticky lg:top-20 lg:flex-col">
        {links.map(({ href, name, icon, mark }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined} class={ITEM}>
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
