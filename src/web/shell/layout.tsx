import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { cx } from '../ui/cx.ts'
import { Logo } from './logo.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { ThemeButton } from './theme-button.tsx'

const PLACES = [
  { name: 'Board', href: '/' },
  { name: 'Search', href: '/search' },
  { name: 'Chat', href: '/chat' },
  { name: 'Dashboard', href: '/dashboard' },
  { name: 'API', href: '/docs' },
]

/** What surrounds every place: the navigation above it, and what is said when the network is gone. */
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

function Navigation() {
  const { path } = useLocation()
  const isHere = (href: string) => (href === '/' ? path === '/' : path.startsWith(href))
  return (
    <nav
      aria-label="Main"
      class="fade-ends -ml-1 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] min-[23rem]:ml-1 sm:ml-0"
    >
      <ul class="flex items-center sm:gap-1">
        {PLACES.map(({ name, href }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isHere(href) ? 'page' : undefined}
              class={cx(
                'block rounded-md px-1 py-1.5 text-[13px] font-medium -outline-offset-2 transition-colors hover:text-ink min-[24rem]:px-1.5 sm:px-2.5 sm:text-sm',
                isHere(href) ? 'bg-sunken text-ink' : 'text-muted',
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
