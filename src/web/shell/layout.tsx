import { WifiOff } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useScrollRestoration } from '../browser/history-entry.ts'
import { isOnline } from '../browser/online.ts'
import { Icon } from '../ui/icon.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The frame around every place. */
export function Layout({ children }: { children: ComponentChildren }) {
  useScrollRestoration()
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
