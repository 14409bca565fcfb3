import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { isOnline } from '../browser/online.ts'
import { cx } from '../ui/cx.ts'

import { ThemeButton } from './theme-button.tsx'

const LINKS = [
  { name: 'Board', href: '/' },
  { name: 'Search', href: '/search' },
  { name: 'Chat', href: '/chat' },
  { name: 'Dashboard', href: '/dashboard' },
  { name: 'API', href: '/docs' },
]

/** The frame around every page: the header with the navigation, and a notice while offline. */
export function Layout({ children }: { children: ComponentChildren }) {
  return (
    <div class="flex min-h-dvh flex-col">
      <a
        href="#main"
        class="sr-only rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header class="sticky top-0 z-40 border-b border-line bg-canvas/90 backdrop-blur">
        <div class="mx-auto flex h-14 max-w-6xl items-center px-4 sm:gap-4 sm:px-6">
          <Logo />
          <Navigation />
          <ThemeButton />
        </div>
      </header>
      <OfflineNotice />
      <main id="main" tabIndex={-1} class="flex w-full flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  )
}

/** In a narrow window it is hidden first: the link `Board` leads to the same page. */
function Logo() {
  return (
    <a
      href="/"
      aria-label="Launchboard"
      class="-ml-1 hidden shrink-0 items-center gap-2 rounded-md p-1 min-[23rem]:flex"
    >
      <svg viewBox="0 0 32 32" class="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="fill-accent" />
        <path d="M8 23h3.5v-7H8zm6.25 0h3.5V9h-3.5zm6.25 0H24v-10h-3.5z" class="fill-on-accent" />
      </svg>
      <span class="hidden font-semibold tracking-tight sm:inline">Launchboard</span>
    </a>
  )
}

function Navigation() {
  const { path } = useLocation()
  const isCurrent = (href: string) => (href === '/' ? path === '/' : path.startsWith(href))
  return (
    <nav
      aria-label="Main"
      class="fade-ends -ml-1 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] min-[23rem]:ml-1 sm:ml-0"
    >
      <ul class="flex items-center sm:gap-1">
        {LINKS.map(({ name, href }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isCurrent(href) ? 'page' : undefined}
              class={cx(
                'block rounded-md px-1 py-1.5 text-[13px] font-medium -outline-offset-2 transition-colors hover:text-ink min-[24rem]:px-1.5 sm:px-2.5 sm:text-sm',
                isCurrent(href) ? 'bg-sunken text-ink' : 'text-muted',
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OfflineNotice() {
  return (
    <div role="status">
      {!isOnline.value && (
        <p class="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          You are offline. What you see may be out of date. It will reload when you are back online.
        </p>
      )}
    </div>
  )
}
