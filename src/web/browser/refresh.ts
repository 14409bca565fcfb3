import { useEffect } from 'preact/hooks'
import { isOnline } from './online.ts'

const REFRESH_MS = 60_000

/** Loads again each minute, while the page is seen and online. */
export function useRefresh(isActive: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && isOnline.value) reload()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isActive, reload])
}
