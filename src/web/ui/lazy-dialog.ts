import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { showToast } from './notice.tsx'

interface LazyDialog<Props> {
  /** The dialog while it is open. */
  Opened: ComponentType<Props> | undefined
  open: () => void
  close: () => void
}

/** A dialog whose code is loaded when it is opened. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const [Opened, setOpened] = useState<ComponentType<Props>>()
  return {
    Opened,
    open: () =>
      load().then(
        (loaded) => setOpened(() => loaded),
        () => showToast('This could not be loaded. Reload the page.'),
      ),
    close: () => setOpened(undefined),
  }
}
