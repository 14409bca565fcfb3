import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Whether the browser reports a network connection. */
export const isOnline = signal(navigator.onLine)

addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})

const REFRESH_MS = 10_000

/** Loads again every ten seconds, while the page is seen and online. */
export function useRefresh(isActive: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && isOnline.value) reload()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isActive, reload])
}
