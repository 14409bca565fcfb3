import { signal } from '@preact/signals'
import { writeStorage } from '../browser/storage.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'launchboard-theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const chosen = document.documentElement.dataset.theme
export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : systemTheme())

// Until a theme is chosen here, the page follows the system.
system.addEventListener('change', () => {
  if (!document.documentElement.dataset.theme) theme.value = systemTheme()
})

export function toggleTheme() {
  const other: Theme = theme.value === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = other
  theme.value = other
  writeStorage('local', STORAGE_KEY, other)
}

export function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light'
}
