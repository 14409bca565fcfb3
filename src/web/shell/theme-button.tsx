import { signal, useSignalEffect } from '@preact/signals'
import { Moon, Sun } from 'lucide'
import { writeStorage } from '../browser/storage.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type Theme = 'light' | 'dark'

const STORAGE_KEY = 'launchboard-theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const chosen = document.documentElement.dataset.theme
const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : systemTheme())

// Until a theme is chosen here, the page follows the system.
system.addEventListener('change', () => {
  if (!document.documentElement.dataset.theme) theme.value = systemTheme()
})

/** Toggles the theme. Its label is the theme that it switches to. */
export function ThemeButton() {
  const other: Theme = theme.value === 'dark' ? 'light' : 'dark'
  useSignalEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.theme || theme.value !== systemTheme()) dataset.theme = theme.value
  })

  function change() {
    document.documentElement.dataset.theme = other
    theme.value = other
    writeStorage('local', STORAGE_KEY, other)
  }

  return (
    <IconButton
      label={other === 'dark' ? 'Dark theme' : 'Light theme'}
      onClick={change}
      class="-mr-2.5"
    >
      <Icon node={other === 'dark' ? Moon : Sun} />
    </IconButton>
  )
}

function systemTheme(): Theme {
  return system.matches ? 'dark' : 'light'
}
