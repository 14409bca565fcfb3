import { useSignalEffect } from '@preact/signals'
import { Moon, Search, Sun } from 'lucide'
import { useLocation } from 'preact-iso'
import { Icon, IconButton } from '../ui/button.tsx'
import { SearchField } from './search-field.tsx'
import { systemTheme, type Theme, theme, toggleTheme } from './theme.ts'
import { isApplication, useNavigate } from './use-navigate.ts'

const LINKS = [
  { name: 'Board', href: '/' },
  { name: 'Chat', href: '/chat' },
  { name: 'Dashboard', href: '/dashboard' },
  { name: 'Docs', href: '/docs' },
]

export function Header() {
  const { path } = useLocation()
  const navigate = useNavigate()
  return (
    <header class="sticky top-0 z-40 border-b border-line bg-canvas">
      <div class="frame flex h-13 items-center sm:h-14 sm:gap-3">
        <Logo />
        <Navigation />
        {/* The documents have a search of their own. */}
        {isApplication && path !== '/search' && (
          <>
            <SearchField class="hidden w-44 md:block lg:w-64" />
            <IconButton label="Search" onClick={() => navigate('/search')} class="md:hidden">
              <Icon node={Search} />
            </IconButton>
          </>
        )}
        <ThemeButton />
      </div>
    </header>
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
      <span class="hidden text-base font-semibold tracking-tight sm:inline">Launchboard</span>
    </a>
  )
}

function Navigation() {
  const { path } = useLocation()
  const isCurrent = (href: string) => (href === '/' ? path === '/' : path.startsWith(href))
  return (
    <nav
      aria-label="Main"
      class="-ml-1 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] min-[23rem]:ml-1 sm:ml-2"
    >
      <ul class="flex items-center sm:gap-1">
        {LINKS.map(({ name, href }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isCurrent(href) ? 'page' : undefined}
              class="choice flex min-h-8 items-center justify-center rounded-md px-1 text-sm font-medium text-muted -outline-offset-2 hover:text-ink pointer-coarse:min-h-11 min-[24rem]:px-1.5 sm:px-2.5"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Toggles the theme. Its label is the theme that it switches to. */
function ThemeButton() {
  const other: Theme = theme.value === 'dark' ? 'light' : 'dark'
  useSignalEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.theme || theme.value !== systemTheme()) dataset.theme = theme.value
  })

  return (
    <IconButton
      label={other === 'dark' ? 'Dark theme' : 'Light theme'}
      onClick={toggleTheme}
      class="-mr-2.5"
    >
      <Icon node={other === 'dark' ? Moon : Sun} />
    </IconButton>
  )
}
