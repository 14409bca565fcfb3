import { WifiOff } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useScrollRestoration } from '../browser/history-entry.ts'
import { isOnline } from '../browser/online.ts'
import { Icon } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Toaster } from '../ui/notice.tsx'
import { Header } from './header.tsx'
import { useNavigate } from './use-navigate.ts'

/** The frame around every place. */
export function Layout({ children }: { children: ComponentChildren }) {
  useScrollRestoration()
  useKeptFocus()
  return (
    <div class="flex min-h-dvh flex-col has-data-full-height:h-dvh">
      <a
        href="#main"
        class="sr-only rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Header />
      <OfflineNotice />
      <main
        id="main"
        tabIndex={-1}
        class="flex w-full flex-1 flex-col outline-none has-data-full-height:min-h-0"
      >
        {children}
      </main>
      <Toaster />
      <Shortcuts />
    </div>
  )
}

/** Where focus may go: headlines and lists, of which the nearest is taken. */
const HOMES = ':is(h1, ol, [role=log])[tabindex="-1"]'

/** Gives the focus a place where the control that had it is gone, or can no longer be used. */
function useKeptFocus() {
  useEffect(() => {
    let focused: Element[] = []
    function onFocus({ target }: FocusEvent) {
      focused = []
      for (let one = target; one instanceof Element; one = one.parentNode) focused.push(one)
    }
    const observer = new MutationObserver(() => {
      const [control, ...around] = focused
      const isAlone = [document.body, control].includes(document.activeElement ?? undefined)
      if (!control || !isAlone || (control.isConnected && !control.matches(':disabled'))) return
      const near = around.find(
        (one) => one.isConnected && (one.matches(HOMES) || one.querySelector(HOMES)),
      )
      const home = near?.matches(HOMES) ? near : near?.querySelector(HOMES)
      if (home instanceof HTMLElement) home.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
}

/** It stays in view while the page is scrolled. */
function OfflineNotice() {
  return (
    <div role="status" class="sticky top-13 z-30 sm:top-14">
      {!isOnline.value && (
        <p class="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn">
          <Icon node={WifiOff} />
          You are offline. This page loads again when you are back.
        </p>
      )}
    </div>
  )
}

const SHORTCUTS = [
  { keys: ['/', 'Ctrl K'], effect: 'Search products' },
  { keys: ['?'], effect: 'Show this list' },
  { keys: ['Esc'], effect: 'Close what is open' },
]

/** The keys that work everywhere but in a field, where `/` and `?` are text. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSearch = event.key === 'k' && (event.ctrlKey || event.metaKey)
      if (!isSearch && (event.ctrlKey || event.metaKey || event.altKey || isTyping(event))) return
      if (isSearch || event.key === '/') search()
      else if (event.key === '?') setIsOpen(true)
      else return
      event.preventDefault()
    }

    /** In a narrow window the field is on a page of its own, or in the list of all pages. */
    function search() {
      document.querySelector('#contents')?.setAttribute('open', '')
      const field = [...document.querySelectorAll<HTMLInputElement>('input[type=search]')].find(
        (input) => input.checkVisibility(),
      )
      if (field) field.select()
      else navigate('/search')
    }

    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!isOpen) return null
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setIsOpen(false)}>
      <dl class="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {SHORTCUTS.map(({ keys, effect }) => (
          <>
            <dt class="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  class="rounded-md border border-line bg-sunken px-2 py-0.5 font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  )
}

/** Whether a key belongs to a field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
