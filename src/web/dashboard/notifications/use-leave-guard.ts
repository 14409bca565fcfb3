import { useEffect } from 'preact/hooks'

const QUESTION = 'Your changes are not saved. Leave all the same?'

/** Asks before what was typed is left, by a link or with the whole page. */
export function useLeaveGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // Before the router has it.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isElsewhere =
        link instanceof HTMLAnchorElement &&
        link.target === '' &&
        link.pathname !== location.pathname
      if (!isElsewhere || event.ctrlKey || event.metaKey || confirm(QUESTION)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [isNeeded])
}
