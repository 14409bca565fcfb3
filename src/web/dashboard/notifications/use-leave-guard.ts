import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * Asks before unsaved changes are left: the caller shows a dialog for links within the application,
 * and the browser asks before it leaves or reloads the page.
 */
export function useLeaveGuard(isNeeded: boolean) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const isConfirmed = useRef(false)

  useEffect(() => {
    if (!isNeeded) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isConfirmed.current) event.preventDefault()
    }
    // Captured before the router handles it.
    const onClick = (event: MouseEvent) => {
      const clicked = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isOtherTab = event.ctrlKey || event.metaKey || event.shiftKey
      if (isConfirmed.current || isOtherTab || !isElsewhere(clicked)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(clicked)
    }
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [isNeeded])

  function confirm() {
    isConfirmed.current = true
    link?.click()
  }

  return { isAsking: link !== undefined, confirm, cancel: () => setLink(undefined) }
}

function isElsewhere(link: Element | null): link is HTMLAnchorElement {
  return (
    link instanceof HTMLAnchorElement && link.target === '' && link.pathname !== location.pathname
  )
}
