import { signal, useSignalEffect } from '@preact/signals'
import { Moon, Sun } from 'lucide'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { keep } from '../ui/kept.ts'

type Theme = 'light' | 'dark'

const KEPT_AS = 'launchboard-theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const chosen = document.documentElement.dataset.theme
const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : systemTheme())

// Until someone chooses here, the page goes along with the system.
system.addEventListener('change', () => {
  if (!document.documentElement.dataset.theme) theme.value = systemTheme()
})

/** Named for what it does: the theme that it changes to. */
export function ThemeButton() {
  const other: Theme = theme.value === 'dark' ? 'light' : 'dark'
  useSignalEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.theme || theme.value !== systemTheme()) dataset.theme = theme.value
  })

  function change() {
    document.documentElement.dataset.theme = other
    theme.value = other
    keep(localStorage, KEPT_AS, other)
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
