import { signal } from '@preact/signals'

/** Whether the browser reports a network connection. */
export const isOnline = signal(navigator.onLine)

addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})
