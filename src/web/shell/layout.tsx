import { WifiOff } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useScrollRestoration } from '../browser/history-entry.ts'
import { isOnline } from '../browser/online.ts'
import { Icon } from '../ui/button.tsx'
import { Toaster } from '../ui/notice.tsx'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'

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
